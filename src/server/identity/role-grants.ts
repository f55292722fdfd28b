import { NotFound, Refused, type CallContext, type CallParams, type Related } from '../../../engine/server/index.ts'
import { readNodes } from '../access/access.ts'
import { grantedTo, saveGrants, tellRights, type Grantee } from '../access/grants.ts'
import { wholeTree } from '../access/permission-tree.ts'
import { checkDuplicate } from '../platform/duplicate-check.ts'
import { roleIds } from '../role-ids.ts'

type Call<K extends keyof typeof roleGrants> = CallContext<CallParams<'role', K>>

const granteeOf = (id: string): Grantee => ({ entity: 'role', id, table: 'sys_role_permission', own: 'role_id' })

/** What the administrator's role cannot lose, because nobody could give it back. */
const neverLost = new Set(['identity:role:view', 'identity:role:saveRolePermission'])

async function queryTreeList({ engine }: Call<'queryTreeList'>) {
  return { result: await wholeTree(engine.db.read) }
}

async function queryRolePermission({ engine, actor, params }: Call<'queryRolePermission'>) {
  return { result: await grantedTo({ engine, actor }, granteeOf(params.roleId)) }
}

async function saveRolePermission({ engine, actor, params, once }: Call<'saveRolePermission'>) {
  const role = await engine.find('role', params.roleId, actor)
  if (!role) throw new NotFound()
  const kept = new Set((await readNodes(engine.db.read)).filter(({ code }) => neverLost.has(code)).map(({ id }) => id))
  const mayHold = ({ removed }: Related): void => {
    if (role.id === roleIds.administrator && removed.some((id) => kept.has(id)))
      throw new Refused('系统管理员角色必须保留查看角色和授权的权限！')
  }
  await once(async (tx) => {
    const change = await saveGrants({ engine, actor }, tx, { to: granteeOf(role.id), ids: params.permissionIds, mayHold })
    if (change.added.length + change.removed.length > 0) tellRights(engine, tx, { roles: [role.roleCode ?? ''] })
  })
  return {}
}

/** Whether a code is still free, as other front ends ask: a role keeps its own. */
async function checkRoleCode({ engine, actor, params }: Call<'checkRoleCode'>) {
  const question = { tableName: 'sys_role', fieldName: 'roleCode', fieldVal: params.roleCode, dataId: params.id ?? '' }
  await checkDuplicate(engine, actor, question).catch((error: unknown) => {
    throw error instanceof Refused ? new Refused('角色编码已存在') : error
  })
  return { result: true }
}

/** What a role may do: the tree to choose from, what is chosen, and the choice saved. */
export const roleGrants = { checkRoleCode, queryTreeList, queryRolePermission, saveRolePermission }
