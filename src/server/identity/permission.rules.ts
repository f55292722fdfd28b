import {
  chunksOf,
  defineRules,
  type CallContext,
  type CallParams,
  type Change,
  type Engine,
  type Actor,
  Refused,
  type Tx,
} from '../../../engine/server/index.ts'
import { roleCodes } from '../../../schemas/identity/role-codes.ts'
import { permission } from '../../../schemas/identity/permission.ts'
import { parts } from '../../cells.ts'
import { tellRights } from '../access/grants.ts'
import { systemActor } from '../access/system-actor.ts'

/** What the schemas decide for their own nodes, at every start. */
const technical = ['menuType', 'url', 'component', 'perms'] as const
/** Without these screens nobody could undo what was done with them. */
const keeper = /^identity:(permission|role):/
const ofSystem = '系统自带的菜单不能修改此项！'
const needed = '菜单管理与角色管理是授权所必需的，不能删除或停用！'

const same = (a: unknown, b: unknown): boolean => String(a ?? '') === String(b ?? '')

/** As front ends of this wire convention write components: `/src/views/system/UserList.vue` is `system/UserList`. */
const componentOf = (text: string): string =>
  text
    .replace(/^\/+/, '')
    .replace(/^src\//, '')
    .replace(/^views\//, '')
    .replace(/\.vue$/, '')
const urlOf = (text: string): string => (/^(https?:|\{\{|\/)/.test(text) ? text : `/${text}`)

function normalise({ after }: Change<'permission'>): void {
  if (after?.component) after.component = componentOf(after.component)
  if (after?.url) after.url = urlOf(after.url)
}

/** A node of the schemas remembers that it was edited. */
function guardEdit(change: Change<'permission'>): void {
  const { before, after } = change
  if (!after || !before?.code) return
  for (const key of technical) if (!same(before[key], after[key])) change.refuse(ofSystem, key)
  if (keeper.test(before.code) && after.status !== '1') change.refuse(needed)
  after.edited = 1
}

async function dropGrants(tx: Tx, changes: readonly Change<'permission'>[]): Promise<void> {
  for (const ids of chunksOf(changes.map((change) => change.id))) {
    await tx.deleteFrom('sys_role_permission').where('permission_id', 'in', ids).execute()
    await tx.deleteFrom('sys_depart_permission').where('permission_id', 'in', ids).execute()
    await tx.deleteFrom('sys_depart_role_permission').where('permission_id', 'in', ids).execute()
  }
}

type Asked<K extends 'getSystemMenuList' | 'getSystemSubmenu' | 'getSystemSubmenuBatch'> = CallContext<CallParams<'permission', K>>

const MOST_BELOW = '1000'

async function menus(engine: Engine, actor: Actor, query: { readonly menuType?: string; readonly parentId?: string }) {
  const page = await engine.list({ entity: 'permission', query: { ...query, column: 'sortNo', order: 'asc', pageSize: MOST_BELOW }, actor })
  return page.records
}

/** What a node allows, and where it stands, decides about the rights of everyone who holds it. */
const deciding = ['perms', 'status', 'parentId'] as const
const beyondOwn = '只有管理员可以修改授权标识、状态和上级菜单！'

function guardRights(change: Change<'permission'>): void {
  const { before, after } = change
  const isChanged = deciding.some((key) => !same(before?.[key] ?? (key === 'status' ? '1' : ''), after?.[key]))
  if (after && isChanged) change.refuse(beyondOwn)
}

/** The server's own writes follow the schemas. What an administrator edits stays theirs; what the schemas decide stays the schemas'. */
export const permissionRules = defineRules(permission, {
  beforeSave({ actor, byServer }, changes) {
    if (byServer && actor.id === systemActor.id) return
    for (const change of changes) {
      normalise(change)
      guardEdit(change)
      if (actor.role !== roleCodes.administrator) guardRights(change)
    }
  },
  beforeDelete({ operation }, changes) {
    for (const change of changes) {
      const code = change.before?.code ?? ''
      if (keeper.test(code)) change.refuse(needed)
      if (operation === 'purge' && code !== '') change.refuse('系统自带的菜单不能彻底删除，删除后留在回收站中！')
    }
  },
  async afterWrite({ engine, tx, actor, operation }, changes) {
    if (operation === 'restore' && actor.role !== roleCodes.administrator) throw new Refused(beyondOwn)
    const roles = await tx.selectFrom('sys_role').select('role_code').execute()
    tellRights(engine, tx, { roles: roles.map((role) => role.role_code ?? '') })
    if (operation === 'purge') await dropGrants(tx, changes)
  },
  calls: {
    getSystemMenuList: async ({ engine, actor }: Asked<'getSystemMenuList'>) => ({ result: await menus(engine, actor, { menuType: '0' }) }),
    getSystemSubmenu: async ({ engine, actor, params }: Asked<'getSystemSubmenu'>) => ({
      result: await menus(engine, actor, { parentId: params.parentId }),
    }),
    getSystemSubmenuBatch: async ({ engine, actor, params }: Asked<'getSystemSubmenuBatch'>) => {
      const rows = await menus(engine, actor, { parentId: parts(params.parentIds).join(',') })
      return { result: Object.fromEntries(Map.groupBy(rows, (row) => row.parentId ?? '')) }
    },
  },
})
