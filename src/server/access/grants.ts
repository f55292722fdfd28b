import { NotFound, Refused, type Actor, type Engine, type Related, type Tx } from '../../../engine/server/index.ts'
import { rightsTopic, type ChangedRights } from '../../feed/rights.ts'
import { parts } from '../../sent-values.ts'
import { readNodes, type StoredNode } from './access.ts'
import { isAdministrator } from './is-administrator.ts'
import { rolesAbove } from './role-permissions.ts'
import { ticksAt } from './row-rules.ts'
import { showsHidden } from './roles-under-limits.ts'

const beyondOwn = '不能授予或取消您自己没有的权限！'
const ofHigher = '该角色拥有您没有的权限，您不能取消它的权限！'
const unlimited = '您的数据范围受数据规则限制，不能授予不受该规则限制的角色此权限！'
/** What only administrators do, by any call. */
export const onlyUnticked = '只有管理员可以取消数据规则！'
const unknownNode = '所选权限不存在，请刷新后再试！'

/** Every node reads rights again, and so do the open pages of the people concerned. */
export const tellRights = (engine: Engine, tx: Tx, body: ChangedRights): void =>
  engine.announce(tx, { topic: rightsTopic, cmd: 'rights', body })

/** The same for some accounts; their own open pages are told. */
export function tellAccounts(engine: Engine, tx: Tx, ids: readonly string[]): void {
  if (ids.length) tellRights(engine, tx, {})
  for (const id of ids) engine.announce(tx, { topic: `user:${id}`, cmd: 'rights', body: {} })
}

/** Whether the actor holds everything that this node grants. */
const isHeld = (actor: Actor, { perms }: StoredNode): boolean =>
  perms.split(',').every((code) => code === '' || actor.permissions.has(code))

/** What holds the grants: a role, a department, a department role. */
export interface Grantee {
  readonly entity: 'role' | 'department' | 'departRole'
  readonly id: string
  readonly table: 'sys_role_permission' | 'sys_depart_permission' | 'sys_depart_role_permission'
  readonly own: 'role_id' | 'depart_id'
}

interface GrantContext {
  readonly engine: Engine
  readonly actor: Actor
}

/** The ids of what it was granted; a row that the actor does not see has none. */
export async function grantedTo({ engine, actor }: GrantContext, { entity, id, table, own }: Grantee): Promise<string[]> {
  if (!(await engine.find(entity, id, actor))) throw new NotFound()
  const rows = await engine.db.read.selectFrom(table).select('permission_id').where(own, '=', id).orderBy('permission_id').execute()
  return rows.map((row) => row.permission_id)
}

interface Given {
  readonly to: Grantee
  readonly nodes: readonly StoredNode[]
  readonly change: Related
}

/**
 * What people who are no administrators cannot do: give or take what they lack, take anything from a role that has what they lack, take
 * the menu of a data rule and the rule with it, or give what shows rows which their own data rules hide.
 */
async function refuseBeyond({ engine, actor }: GrantContext, tx: Tx, { to, nodes, change }: Given): Promise<void> {
  const { added, removed } = change
  const among = (ids: readonly string[]) => nodes.filter(({ id }) => ids.includes(id))
  if (among([...added, ...removed]).some((node) => !isHeld(actor, node))) throw new Refused(beyondOwn)
  const ticked = await ticksAt(tx, to)
  if (ticked.some(({ node }) => removed.includes(node))) throw new Refused(onlyUnticked)
  if (to.entity === 'department') return
  if (removed.length && (await rolesAbove(tx, actor, [to.id])).size) throw new Refused(ofHigher)
  const permissions = among(added).flatMap(({ perms }) => perms.split(','))
  if (showsHidden({ engine, actor }, { permissions, rules: new Set(ticked.map(({ id }) => id)) })) throw new Refused(unlimited)
}

/**
 * Grant exactly these nodes, as a difference to the database: grants that stay keep what belongs to them. `mayHold` refuses what this
 * grantee cannot hold or must keep.
 */
export async function saveGrants(
  { engine, actor }: GrantContext,
  tx: Tx,
  given: { readonly to: Grantee; readonly ids: string | null | undefined; mayHold?(change: Related): void },
): Promise<Related> {
  const { entity, id, table, own } = given.to
  const nodes = await readNodes(tx)
  const known = new Set(nodes.map((node) => node.id))
  const check = async (change: Related): Promise<void> => {
    if (change.added.some((one) => !known.has(one))) throw new Refused(unknownNode)
    given.mayHold?.(change)
    // Administrators give what they do not hold themselves, such as writing courses.
    if (!isAdministrator(actor)) await refuseBeyond({ engine, actor }, tx, { to: given.to, nodes, change })
  }
  const through = { table, own, other: 'permission_id' } as const
  return engine.relate(tx, { entity, id, name: 'grant', through, to: parts(given.ids), actor, check })
}
