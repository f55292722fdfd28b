import { sql, type SqlBool } from 'kysely'
import { chunksOf, defineRules, NotFound, Refused, type CallContext, type CallParams, type Tx } from '../../../engine/server/index.ts'
import { departRole } from '../../../schemas/identity/depart-role.ts'
import { parts } from '../../sent-values.ts'
import { onlyUnticked, tellAccounts, tellRights } from '../access/grants.ts'
import { isAdministrator } from '../access/is-administrator.ts'
import { permissionsOfDepartRoles } from '../access/role-permissions.ts'
import { rulesByRole } from '../access/row-rules.ts'
import { departRoleGrants } from './depart-grants.ts'
import { notManaged, requireManaged, unmanaged } from './managed-departments.ts'

type Call<K extends 'getDeptRoleList' | 'getDeptRoleByUserId' | 'deptRoleUserAdd'> = CallContext<CallParams<'departRole', K>>

const MOST_ROLES = '1000'

async function getDeptRoleList({ engine, actor, params }: Call<'getDeptRoleList'>) {
  const query = { departId: params.departId, pageSize: MOST_ROLES, column: 'roleCode', order: 'asc' }
  return { result: (await engine.list({ entity: 'departRole', query, actor })).records }
}

async function getDeptRoleByUserId({ engine, actor, params }: Call<'getDeptRoleByUserId'>) {
  await requireManaged(engine.db.read, actor, params.departId)
  const rows = await engine.db.read
    .selectFrom('sys_depart_role_user as l')
    .innerJoin('sys_depart_role as r', 'r.id', 'l.drole_id')
    .select('r.id')
    .where('l.user_id', '=', params.userId)
    .where('r.depart_id', '=', params.departId)
    .orderBy('r.id')
    .execute()
  return { result: rows.map(({ id }) => ({ id, userId: params.userId, droleId: id })) }
}

/** The department that all these roles belong to. */
async function departmentOf({ engine, actor }: Pick<CallContext, 'engine' | 'actor'>, ids: readonly string[]): Promise<string> {
  const roles = await engine.findMany('departRole', ids, actor)
  if (roles.length < ids.length) throw new NotFound()
  const departs = new Set(roles.map((role) => role.departId ?? ''))
  const [departId] = departs
  if (departs.size !== 1 || !departId) throw new Refused('一次只能分配同一部门的角色！')
  return departId
}

interface Assignment {
  readonly userId: string
  readonly departId: string
  readonly roles: readonly string[]
}

/** The department roles of a user after this assignment: those of other departments stay as they are. */
async function rolesAfter(tx: Tx, { userId, departId, roles }: Assignment) {
  const held = await tx
    .selectFrom('sys_depart_role_user as l')
    .innerJoin('sys_depart_role as r', 'r.id', 'l.drole_id')
    .select(['r.id', 'r.depart_id as departId'])
    .where('l.user_id', '=', userId)
    .execute()
  const own = new Set(held.filter((one) => one.departId === departId).map(({ id }) => id))
  const others = held.filter((one) => one.departId !== departId).map(({ id }) => id)
  return { all: [...others, ...roles], given: roles.filter((id) => !own.has(id)) }
}

async function requireMember(tx: Tx, { userId, departId }: Assignment): Promise<void> {
  const found = await tx
    .selectFrom('sys_user_depart')
    .select('dep_id')
    .where('user_id', '=', userId)
    .where('dep_id', '=', departId)
    .executeTakeFirst()
  if (!found) throw new Refused('该用户不属于该部门，不能分配部门角色！')
}

/** Give a user exactly these roles of one department. What the page says they had before only names the department when none is left. */
async function deptRoleUserAdd({ engine, actor, params, once }: Call<'deptRoleUserAdd'>) {
  const { userId } = params
  const roles = parts(params.newRoleId)
  const named = [...new Set([...roles, ...parts(params.oldRoleId)])]
  if (!named.length) return {}
  const departId = await departmentOf({ engine, actor }, named)
  const assignment = { userId, departId, roles }
  await once(async (tx) => {
    await engine.db.lock(tx, `departRoles:${userId}`)
    await requireMember(tx, assignment)
    const { all, given } = await rolesAfter(tx, assignment)
    const gained = await permissionsOfDepartRoles(tx, given)
    if (!isAdministrator(actor) && gained.some((code) => !actor.permissions.has(code)))
      throw new Refused('不能授予拥有您所没有的权限的角色！')
    const row = { id: userId, departRoles: all.toSorted().join() }
    await engine.write({ entity: 'user', operation: 'edit', rows: [row], actor, fields: 'all' }, tx)
    tellAccounts(engine, tx, [userId])
  })
  return {}
}

export const departRoleRules = defineRules(departRole, {
  async beforeSave({ tx, actor }, changes) {
    const departs = changes.map(({ after }) => after?.departId ?? '').filter((id) => id !== '')
    const foreign = new Set(await unmanaged(tx, actor, departs))
    for (const change of changes) if (foreign.has(change.after?.departId ?? '')) change.refuse(notManaged, 'departId')
  },
  /** The rules of a department role limit what the other roles of its holders show, so deleting it takes them away. */
  async beforeDelete({ tx, actor }, changes) {
    if (isAdministrator(actor)) return
    const ids = changes.map(({ id }) => id)
    const limiting = await rulesByRole(tx, ids)
    for (const change of changes) if (limiting.get(change.id)?.size) change.refuse(onlyUnticked)
  },
  async afterWrite({ engine, tx, operation }, changes) {
    if (operation === 'add') return
    tellRights(engine, tx, { departs: [...new Set(changes.map(({ before }) => before?.departId ?? ''))] })
    if (operation !== 'delete' && operation !== 'purge') return
    for (const chunk of chunksOf(changes.map((change) => change.id))) {
      await tx.deleteFrom('sys_depart_role_permission').where('role_id', 'in', chunk).execute()
      await tx.deleteFrom('sys_depart_role_data_rule').where('role_id', 'in', chunk).execute()
    }
  },
  params: { deptId: (id) => sql<SqlBool>`t.depart_id = ${id}` },
  calls: { ...departRoleGrants, getDeptRoleList, getDeptRoleByUserId, deptRoleUserAdd },
})
