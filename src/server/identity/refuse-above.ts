import { Refused, type Change, type RuleContext } from '../../../engine/server/index.ts'
import { parts } from '../../cells.ts'
import { foreignDeparts, isAdministrator, outOfReach, reachOfRoles, rolesByUser, type Asker } from './account-reach.ts'

const notToGive = '不能授予拥有您所没有的权限的角色！'
const notToFree = '不能授予不受您的数据规则限制的角色！'
const notToMove = '您的数据范围受数据规则限制，不能修改自己的部门！'
const notToPlace = '您的数据范围受数据规则限制，只能选择您所属的部门！'

/** Entities whose rows are accounts. */
export type AccountEntity = 'user' | 'student' | 'departmentUser'
type AccountChange = Change<AccountEntity>

const rolesIn = ({ after }: AccountChange): string[] => [
  ...parts(after?.selectedroles),
  ...(after && 'departRoles' in after ? parts(after.departRoles) : []),
]
const newIn = (now: readonly string[], before: readonly string[]): string[] => now.filter((id) => !before.includes(id))
const newDeparts = ({ before, after }: AccountChange): string[] => newIn(parts(after?.selecteddeparts), parts(before?.selecteddeparts))
const isMoved = ({ before, after }: AccountChange): boolean =>
  after !== null && parts(before?.selecteddeparts).toSorted().join() !== parts(after.selecteddeparts).toSorted().join()

/**
 * Only administrators may raise an account (including their own) above themselves, or change an account that may do or see more: setting
 * its password would let them work as it.
 */
export async function refuseAbove(context: RuleContext, changes: readonly AccountChange[]): Promise<void> {
  const { engine, tx, actor } = context
  if (isAdministrator(actor)) return
  const asker: Asker = { engine, db: tx, actor }
  const ids = changes.map(({ id }) => id)
  const [held, unreached] = [await rolesByUser(tx, ids), await outOfReach(asker, ids)]
  const reach = await reachOfRoles(asker, changes.flatMap(rolesIn))
  const foreign = reach.departmental.size ? await foreignDeparts(asker, changes.flatMap(newDeparts)) : new Set<string>()
  for (const change of changes) {
    const reason = unreached.get(change.id)
    const given = newIn(rolesIn(change), held.get(change.id) ?? [])
    if (reason !== undefined) change.refuse(reason)
    else if (given.some((id) => reach.higher.has(id))) change.refuse(notToGive, 'selectedroles')
    else if (given.some((id) => reach.free.has(id))) change.refuse(notToFree, 'selectedroles')
    else if (change.id === actor.id && actor.limits?.size && isMoved(change)) change.refuse(notToMove, 'selecteddeparts')
    else if (rolesIn(change).some((id) => reach.departmental.has(id)) && newDeparts(change).some((id) => foreign.has(id)))
      change.refuse(notToPlace, 'selecteddeparts')
  }
}

/** Refuses to restore accounts from the bin that are out of the actor's reach. */
export async function refuseRestored({ engine, tx, actor }: RuleContext, changes: readonly AccountChange[]): Promise<void> {
  const ids = changes.map(({ id }) => id)
  const [reason] = (await outOfReach({ engine, db: tx, actor }, ids)).values()
  if (reason !== undefined) throw new Refused(reason)
}
