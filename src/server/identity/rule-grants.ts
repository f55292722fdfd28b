import {
  NotFound,
  Refused,
  type Actor,
  type CallContext,
  type CallParams,
  type Engine,
  type Reader,
  type Related,
} from '../../../engine/server/index.ts'
import type { ruleGrantCalls } from '../../../schemas/identity/rule-grant-calls.ts'
import { parts } from '../../sent-values.ts'
import { readNodes } from '../access/access.ts'
import { onlyUnticked, tellRights } from '../access/grants.ts'
import { isAdministrator } from '../access/is-administrator.ts'
import { rolesAbove } from '../access/role-permissions.ts'
import { neverLimited, ruledEntity } from '../access/ruled-entity.ts'
import { roleIds } from '../role-ids.ts'
import { requireManaged } from './managed-departments.ts'

type Asking = Pick<CallContext, 'engine' | 'actor'>
type Call<K extends keyof typeof ruleGrantCalls> = CallContext<CallParams<'permissionRule', K>>

/** Who ticks rules: a role, a department, a department role; and where their grants and ticks are. */
const kinds = {
  role: { grants: 'sys_role_permission', ticks: 'sys_role_data_rule', own: 'role_id', unsaved: '请先保存角色菜单权限!' },
  department: { grants: 'sys_depart_permission', ticks: 'sys_depart_data_rule', own: 'depart_id', unsaved: '请先保存部门菜单权限!' },
  departRole: {
    grants: 'sys_depart_role_permission',
    ticks: 'sys_depart_role_data_rule',
    own: 'role_id',
    unsaved: '请先保存角色菜单权限!',
  },
} as const

interface Place {
  readonly kind: keyof typeof kinds
  /** The role or department. */
  readonly id: string
  readonly permissionId: string
  /** The department of a department role: it offers the rules that are ticked there. */
  readonly within?: string
}

/** The rules of the menu that were ticked, in the order of the drawer. */
async function tickedAt(db: Reader, { kind, id, permissionId }: Place): Promise<string[]> {
  const { ticks, own } = kinds[kind]
  const rows = await db
    .selectFrom(ticks)
    .innerJoin('sys_permission_data_rule as p', 'p.id', `${ticks}.rule_id`)
    .select('p.id')
    .where(own, '=', id)
    .where('p.permission_id', '=', permissionId)
    .orderBy('p.create_time', 'desc')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => row.id)
}

async function offeredAt({ engine, actor }: Asking, { permissionId, within }: Place) {
  const query = { permissionId, pageSize: '1000' }
  const { records } = await engine.list({ entity: 'permissionRule', query, actor })
  if (within === undefined) return records
  const ticked = new Set(await tickedAt(engine.db.read, { kind: 'department', id: within, permissionId }))
  return records.filter(({ id }) => ticked.has(id))
}

async function offer(call: Asking, place: Place) {
  const datarule = await offeredAt(call, place)
  if (!datarule.length) throw new Refused('未找到权限配置信息')
  const offered = new Set(datarule.map(({ id }) => id))
  const ticked = await tickedAt(call.engine.db.read, place)
  return { result: { datarule, drChecked: ticked.filter((id) => offered.has(id)).join() } }
}

async function isGranted(db: Reader, { kind, id, permissionId }: Place): Promise<boolean> {
  const { grants, own } = kinds[kind]
  const row = await db
    .selectFrom(grants)
    .select('permission_id')
    .where(own, '=', id)
    .where('permission_id', '=', permissionId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the rules of the menu limit the rows of something without which administrators could not undo them. */
async function limitsRights(db: Reader, permissionId: string): Promise<boolean> {
  const nodes = await readNodes(db)
  const node = nodes.find(({ id }) => id === permissionId)
  return neverLimited.has((node && ruledEntity(node, nodes)) ?? '')
}

/**
 * A rule takes rows away, so taking a rule away gives them: whoever is no administrator can only tick, and only for roles that have
 * nothing which they lack.
 */
async function mayChange(actor: Actor, db: Reader, { kind, id, permissionId, change }: Place & { readonly change: Related }) {
  if (kind === 'role' && id === roleIds.administrator && change.added.length && (await limitsRights(db, permissionId)))
    throw new Refused('系统管理员角色的角色、菜单与数据规则不能受数据规则限制！')
  if (isAdministrator(actor)) return
  if (change.removed.length) throw new Refused(onlyUnticked)
  if (kind !== 'department' && (await rolesAbove(db, actor, [id])).size)
    throw new Refused('该角色拥有您没有的权限，您不能设置它的数据规则！')
}

async function heldBy(engine: Engine, { kind, id }: Place): Promise<string[]> {
  const { ticks, own } = kinds[kind]
  const rows = await engine.db.read.selectFrom(ticks).select('rule_id').where(own, '=', id).execute()
  return rows.map((row) => row.rule_id)
}

/** Tick exactly these rules of the menu; rules of other menus stay as they are. */
async function save(call: Pick<CallContext, 'engine' | 'actor' | 'once'>, place: Place, dataRuleIds: string | null | undefined) {
  const { engine, actor, once } = call
  const { kind, id } = place
  const { ticks, own, unsaved } = kinds[kind]
  const wanted = parts(dataRuleIds)
  await once(async (tx) => {
    if (!(await isGranted(tx, place))) throw new Refused(unsaved)
    const offered = new Set((await offeredAt(call, place)).map((rule) => rule.id))
    if (wanted.some((one) => !offered.has(one))) throw new Refused('所选数据规则不存在，请刷新后再试！')
    const before = new Set(await tickedAt(tx, place))
    const others = (await heldBy(engine, place)).filter((one) => !before.has(one))
    const change = await engine.relate(tx, {
      entity: kind,
      id,
      name: 'dataRule',
      through: { table: ticks, own, other: 'rule_id' },
      to: [...others, ...wanted],
      actor,
      check: (related) => mayChange(actor, tx, { ...place, change: related }),
    })
    if (change.added.length + change.removed.length) tellRights(engine, tx, {})
  }, `dataRules:${id}`)
  return {}
}

const ofRole = ({ roleId, permissionId }: { roleId: string; permissionId: string }): Place => ({ kind: 'role', id: roleId, permissionId })

/** A role that the actor sees. */
async function seen({ engine, actor }: Asking, place: Place): Promise<Place> {
  if (!(await engine.find('role', place.id, actor))) throw new NotFound()
  return place
}

/** A department that the actor manages. */
async function ofDepartment({ engine, actor }: Asking, departId: string, permissionId: string): Promise<Place> {
  await requireManaged(engine.db.read, actor, departId)
  return { kind: 'department', id: departId, permissionId }
}

/** A department role with the department it belongs to, whatever the caller says. */
async function ofDepartRole({ engine, actor }: Asking, roleId: string, permissionId: string): Promise<Place> {
  const role = await engine.find('departRole', roleId, actor)
  if (!role) throw new NotFound()
  return { kind: 'departRole', id: roleId, permissionId, within: role.departId ?? '' }
}

/** The rules of a menu that a role, a department or a department role has ticked, and the ticks saved. */
export const ruleGrants = {
  roleRules: async (call: Call<'roleRules'>) => offer(call, await seen(call, ofRole(call.params))),
  saveRoleRules: async (call: Call<'saveRoleRules'>) => save(call, await seen(call, ofRole(call.params)), call.params.dataRuleIds),
  departRules: async (call: Call<'departRules'>) => offer(call, await ofDepartment(call, call.params.departId, call.params.functionId)),
  saveDepartRules: async (call: Call<'saveDepartRules'>) =>
    save(call, await ofDepartment(call, call.params.departId, call.params.permissionId), call.params.dataRuleIds),
  departRoleRules: async (call: Call<'departRoleRules'>) =>
    offer(call, await ofDepartRole(call, call.params.roleId, call.params.functionId)),
  saveDepartRoleRules: async (call: Call<'saveDepartRoleRules'>) =>
    save(call, await ofDepartRole(call, call.params.roleId, call.params.permissionId), call.params.dataRuleIds),
  saveDepartRoleRulesAt: async (call: Call<'saveDepartRoleRulesAt'>) =>
    save(call, await ofDepartRole(call, call.params.roleId, call.params.functionId), call.params.dataRuleIds),
}
