import {
  NotFound,
  Refused,
  type Actor,
  type CallContext,
  type CallParams,
  type Engine,
  type Related,
  type Tx,
} from '../../../engine/server/index.ts'
import { readNodes } from '../access/access.ts'
import { grantedTo, saveGrants, tellRights, type Grantee } from '../access/grants.ts'
import { permissionTree, wholeTree } from '../access/permission-tree.ts'
import { ruledNodes } from '../access/row-rules.ts'
import { requireManaged } from './managed-departments.ts'

type DepartmentCall<K extends keyof typeof departmentGrants> = CallContext<CallParams<'department', K>>
type RoleCall<K extends keyof typeof departRoleGrants> = CallContext<CallParams<'departRole', K>>

interface GrantContext {
  readonly engine: Engine
  readonly actor: Actor
}

const ofDepartment = (id: string): Grantee => ({ entity: 'department', id, table: 'sys_depart_permission', own: 'depart_id' })
const ofRole = (id: string): Grantee => ({ entity: 'departRole', id, table: 'sys_depart_role_permission', own: 'role_id' })

/** Held while grants of a department or its roles are saved, so that no role gains what the department is losing. */
const lockOf = (departId: string): string => `departGrants:${departId}`

const isChange = ({ added, removed }: Related): boolean => added.length + removed.length > 0

/** What a department lost leaves its own roles as well: given again, it would otherwise come back to them unasked. */
async function takeFromRoles(context: GrantContext, tx: Tx, { departId, removed }: { departId: string; removed: readonly string[] }) {
  const lost = new Set(removed)
  const rows = await tx
    .selectFrom('sys_depart_role_permission as g')
    .innerJoin('sys_depart_role as r', 'r.id', 'g.role_id')
    .select(['g.role_id as role', 'g.permission_id as node'])
    .where('r.depart_id', '=', departId)
    .orderBy('g.role_id')
    .execute()
  for (const [role, held] of Map.groupBy(rows, (row) => row.role)) {
    const kept = held.filter(({ node }) => !lost.has(node))
    if (kept.length < held.length) await saveGrants(context, tx, { to: ofRole(role), ids: kept.map(({ node }) => node).join() })
  }
}

async function queryGrantTree({ engine }: DepartmentCall<'queryGrantTree'>) {
  return { result: await wholeTree(engine.db.read) }
}

async function queryDepartPermission({ engine, actor, params }: DepartmentCall<'queryDepartPermission'>) {
  await requireManaged(engine.db.read, actor, params.departId)
  return { result: await grantedTo({ engine, actor }, ofDepartment(params.departId)) }
}

async function saveDepartPermission({ engine, actor, params, once }: DepartmentCall<'saveDepartPermission'>) {
  const { departId, permissionIds } = params
  await once(async (tx) => {
    await requireManaged(tx, actor, departId)
    const change = await saveGrants({ engine, actor }, tx, { to: ofDepartment(departId), ids: permissionIds })
    if (!isChange(change)) return
    if (change.removed.length) await takeFromRoles({ engine, actor }, tx, { departId, removed: change.removed })
    tellRights(engine, tx, { departs: [departId] })
  }, lockOf(departId))
  return {}
}

/** What a department may be granted, and what it was. */
export const departmentGrants = { queryGrantTree, queryDepartPermission, saveDepartPermission }

async function queryTreeListForDeptRole({ engine, actor, params }: RoleCall<'queryTreeListForDeptRole'>) {
  await requireManaged(engine.db.read, actor, params.departId)
  const granted = await grantedTo({ engine, actor }, ofDepartment(params.departId))
  return {
    result: permissionTree(await readNodes(engine.db.read), {
      only: new Set(granted),
      ruled: await ruledNodes(engine.db.read, params.departId),
    }),
  }
}

async function queryDeptRolePermission({ engine, actor, params }: RoleCall<'queryDeptRolePermission'>) {
  if (!(await engine.find('departRole', params.roleId, actor))) throw new NotFound()
  return { result: await grantedTo({ engine, actor }, ofRole(params.roleId)) }
}

async function saveDeptRolePermission({ engine, actor, params, once }: RoleCall<'saveDeptRolePermission'>) {
  const role = await engine.find('departRole', params.roleId, actor)
  if (!role) throw new NotFound()
  const departId = role.departId ?? ''
  await once(async (tx) => {
    const rows = await tx.selectFrom('sys_depart_permission').select('permission_id').where('depart_id', '=', departId).execute()
    const granted = new Set(rows.map((row) => row.permission_id))
    const mayHold = ({ added }: Related): void => {
      if (added.some((id) => !granted.has(id))) throw new Refused('不能授予本部门没有的权限！')
    }
    const change = await saveGrants({ engine, actor }, tx, { to: ofRole(role.id), ids: params.permissionIds, mayHold })
    if (isChange(change)) tellRights(engine, tx, { departs: [departId] })
  }, lockOf(departId))
  return {}
}

/** What a department role grants: the department's tree to choose from, what is chosen, and the choice saved. */
export const departRoleGrants = { queryTreeListForDeptRole, queryDeptRolePermission, saveDeptRolePermission }
