import type { Actor, CallContext, CallParams, Engine } from '../../../engine/server/index.ts'
import { parts } from '../../sent-values.ts'
import { readNodes } from '../access/access.ts'
import { permissionTree } from '../access/permission-tree.ts'

type Call<K extends keyof typeof permissionCalls> = CallContext<CallParams<'permission', K>>

const MOST_BELOW = '1000'

/** Menus as rows; each says whether there is something below it. */
async function menus(engine: Engine, actor: Actor, query: { readonly menuType?: string; readonly parentId?: string }) {
  const { records } = await engine.list({
    entity: 'permission',
    query: { ...query, column: 'sortNo', order: 'asc', pageSize: MOST_BELOW },
    actor,
  })
  const parents = new Set((await readNodes(engine.db.read)).map(({ parentId }) => parentId))
  return records.map((row) => ({ ...row, isLeaf: !parents.has(row.id), leaf: !parents.has(row.id) }))
}

async function getSystemMenuList({ engine, actor }: Call<'getSystemMenuList'>) {
  return { result: await menus(engine, actor, { menuType: '0' }) }
}

async function getSystemSubmenu({ engine, actor, params }: Call<'getSystemSubmenu'>) {
  return { result: await menus(engine, actor, { parentId: params.parentId }) }
}

async function getSystemSubmenuBatch({ engine, actor, params }: Call<'getSystemSubmenuBatch'>) {
  const rows = await menus(engine, actor, { parentId: parts(params.parentIds).join(',') })
  return { result: Object.fromEntries(Map.groupBy(rows, (row) => row.parentId ?? '')) }
}

async function queryTreeList({ engine }: Call<'queryTreeList'>) {
  return { result: permissionTree(await readNodes(engine.db.read), { titled: true }) }
}

/** Menus as other front ends read them: the top ones, those below some others, and all of them to choose from. */
export const permissionCalls = { getSystemMenuList, getSystemSubmenu, getSystemSubmenuBatch, queryTreeList }
