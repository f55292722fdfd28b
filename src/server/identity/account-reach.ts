import { chunksOf, type Actor, type Engine, type Reader } from '../../../engine/server/index.ts'
import { parts } from '../../sent-values.ts'
import { isAdministrator } from '../access/is-administrator.ts'
import { rolesAbove } from '../access/role-permissions.ts'
import { rolesUnderLimits, type RolesUnderLimits } from '../access/roles-under-limits.ts'
import { roleIds } from '../role-ids.ts'
import { manager, unmanaged } from './managed-departments.ts'

const sentences = {
  higher: '该用户的角色拥有您没有的权限，您不能修改该用户！',
  freer: '该用户的角色不受您的数据规则限制，您不能修改该用户！',
  inCharge: '该用户负责您不负责的部门，您不能修改该用户！',
  elsewhere: '该用户属于您之外的部门，您不能修改该用户！',
} as const

/** Somebody who wants to do something to accounts, and where it is looked up. */
export interface Asker {
  readonly engine: Engine
  readonly db: Reader
  readonly actor: Actor
}

/** Values by the account that they belong to; each account asked about has a list. */
async function byUser(
  ids: readonly string[],
  read: (some: readonly string[]) => Promise<readonly { readonly user: string; readonly value: string }[]>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const some of chunksOf(ids)) for (const { user, value } of await read(some)) found.get(user)?.push(value)
  return found
}

/** Ids of the roles and department roles by user. */
export const rolesByUser = (db: Reader, ids: readonly string[]): Promise<Map<string, string[]>> =>
  byUser(ids, async (some) => {
    const own = db.selectFrom('sys_user_role').select(['user_id as user', 'role_id as value']).where('user_id', 'in', some)
    const added = db.selectFrom('sys_depart_role_user').select(['user_id as user', 'drole_id as value']).where('user_id', 'in', some)
    return [...(await own.execute()), ...(await added.execute())]
  })

const departsByUser = (db: Reader, ids: readonly string[]): Promise<Map<string, string[]>> =>
  byUser(ids, (some) =>
    db.selectFrom('sys_user_depart').select(['user_id as user', 'dep_id as value']).where('user_id', 'in', some).execute(),
  )

/** The departments that people were put in charge of, by user. */
const chargeByUser = (db: Reader, ids: readonly string[]): Promise<Map<string, string[]>> =>
  byUser(ids, async (some) => {
    const people = db.selectFrom('sys_user').select(['id', 'depart_ids']).where('id', 'in', some).where('user_identity', '=', manager)
    return (await people.execute()).flatMap(({ id, depart_ids }) => parts(depart_ids).map((value) => ({ user: id, value })))
  })

export interface RoleReach extends RolesUnderLimits {
  /** Roles that hold a permission which the actor lacks. */
  readonly higher: ReadonlySet<string>
}

/** How these roles stand to the actor. The student role does not count, because its permissions concern only the holder's own rows. */
export async function reachOfRoles({ engine, db, actor }: Asker, ids: Iterable<string>): Promise<RoleReach> {
  const roles = [...new Set(ids)].filter((id) => id !== roleIds.student)
  const higher = await rolesAbove(db, actor, roles)
  return { higher, ...(await rolesUnderLimits({ engine, db, actor }, roles)) }
}

/** The departments to which the actor does not belong. */
export async function foreignDeparts({ db, actor }: Asker, ids: Iterable<string>): Promise<ReadonlySet<string>> {
  const own = new Set((await departsByUser(db, [actor.id])).get(actor.id))
  return new Set([...ids].filter((id) => !own.has(id)))
}

/** Of these accounts, other than the actor's, those that they cannot do anything to, each with the sentence that says why. */
export async function outOfReach(asker: Asker, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { db, actor } = asker
  if (isAdministrator(actor)) return new Map()
  const others = ids.filter((id) => id !== actor.id)
  const [roles, charge, departs] = [await rolesByUser(db, others), await chargeByUser(db, others), await departsByUser(db, others)]
  const reach = await reachOfRoles(asker, [...roles.values()].flat())
  const unheld = new Set(await unmanaged(db, actor, [...charge.values()].flat()))
  const foreign = reach.departmental.size ? await foreignDeparts(asker, [...departs.values()].flat()) : new Set<string>()
  const reasonFor = (id: string): string | undefined => {
    const holds = (some: ReadonlySet<string>) => roles.get(id)?.some((role) => some.has(role))
    if (holds(reach.higher)) return sentences.higher
    if (holds(reach.free)) return sentences.freer
    if (charge.get(id)?.some((depart) => unheld.has(depart))) return sentences.inCharge
    return holds(reach.departmental) && departs.get(id)?.some((depart) => foreign.has(depart)) ? sentences.elsewhere : undefined
  }
  return new Map(
    others.flatMap((id) => {
      const reason = reasonFor(id)
      return reason === undefined ? [] : [[id, reason] as const]
    }),
  )
}

/** Whether one of these accounts, other than the actor's, may do or see more than the actor. */
export const isOutOfReach = async (asker: Asker, ids: readonly string[]): Promise<boolean> => (await outOfReach(asker, ids)).size > 0
