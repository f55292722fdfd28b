import { Refused, type Change, type RuleContext } from '../../../engine/server/index.ts'
import { parts } from '../../sent-values.ts'
import { isAdministrator } from '../access/is-administrator.ts'
import { limitsOfHolder, type OwnLimits } from '../access/roles-under-limits.ts'
import { rulesByRole } from '../access/row-rules.ts'
import { foreignDeparts, outOfReach, reachOfRoles, rolesByUser, type Asker, type RoleReach } from './account-reach.ts'

const notToGive = '不能授予拥有您所没有的权限的角色！'
const notToFree = '不能授予不受您的数据规则限制的角色！'
const notToMove = '您的数据范围受数据规则限制，不能修改自己的部门！'
const notToShed = '您的数据范围受部门角色的数据规则限制，不能取消自己的该部门角色！'
const notToPlace = '您的数据范围受数据规则限制，只能选择您所属的部门！'
const notToRename = '您的数据范围由数据规则按姓名限制，不能修改自己的姓名！'
const notToRenameOther = '该用户的数据范围由数据规则按姓名限制，只有管理员可以修改其姓名！'
const notToName = '该角色的数据范围由数据规则按姓名限制，只有管理员可以授予！'

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
const isRenamed = ({ before, after }: AccountChange): boolean => before !== null && after !== null && before.realname !== after.realname

/** What the actor's rows depend on, if they change that of their own account. */
async function ownLimits({ tx, actor }: RuleContext, changes: readonly AccountChange[]): Promise<OwnLimits> {
  const isAsked = changes.some((change) => change.id === actor.id && (isMoved(change) || isRenamed(change)))
  return isAsked ? limitsOfHolder(tx, actor.id) : { byDepartments: false, byName: false }
}

/** Whether the actor would lose a department role of their own whose rules limit them: what their other roles show would then be shown whole. */
async function shedsRules({ tx, actor }: RuleContext, changes: readonly AccountChange[]): Promise<boolean> {
  const own = changes.filter(({ id }) => id === actor.id)
  const lost = own.flatMap(({ before, after }) =>
    before && after && 'departRoles' in before && 'departRoles' in after ? newIn(parts(before.departRoles), parts(after.departRoles)) : [],
  )
  return [...(await rulesByRole(tx, lost)).values()].some(({ size }) => size > 0)
}

/** How an account stands to whoever changes it. */
interface Standing {
  readonly reach: RoleReach
  readonly given: readonly string[]
  readonly foreign: ReadonlySet<string>
  /** What their rows depend on, if it is their own account. */
  readonly own: OwnLimits | undefined
  readonly isLimited: boolean
  /** They would shed rules of their own. */
  readonly isShed: boolean
}

/** A sentence, and the field that it concerns if every account shows it. */
type Problem = readonly [string, ('selectedroles' | 'selecteddeparts' | 'realname')?]

/** Why a change that gives roles, a department or a name does not stand. */
function problemOf(change: AccountChange, { reach, given, foreign, own, isLimited, isShed }: Standing): Problem | undefined {
  const has = (some: ReadonlySet<string>) => rolesIn(change).some((id) => some.has(id))
  const gets = (some: ReadonlySet<string>) => given.some((id) => some.has(id))
  if (gets(reach.higher)) return [notToGive, 'selectedroles']
  if (gets(reach.free)) return [notToFree, 'selectedroles']
  if (own && (isLimited || own.byDepartments) && isMoved(change)) return [notToMove, 'selecteddeparts']
  if (own && isShed) return [notToShed]
  if (own?.byName && isRenamed(change)) return [notToRename, 'realname']
  if (has(reach.departmental) && newDeparts(change).some((id) => foreign.has(id))) return [notToPlace, 'selecteddeparts']
  if (own) return undefined
  if (gets(reach.nominal)) return [notToName, 'selectedroles']
  return isRenamed(change) && has(reach.nominal) ? [notToRenameOther, 'realname'] : undefined
}

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
  const [limits, isShed] = [await ownLimits(context, changes), await shedsRules(context, changes)]
  for (const change of changes) {
    const reason = unreached.get(change.id)
    const given = newIn(rolesIn(change), held.get(change.id) ?? [])
    const own = change.id === actor.id ? limits : undefined
    const problem = problemOf(change, { reach, given, foreign, own, isLimited: (actor.limits?.size ?? 0) > 0, isShed })
    if (reason !== undefined) change.refuse(reason)
    else if (problem) change.refuse(...problem)
  }
}

/** Refuses to restore accounts from the bin that are out of the actor's reach. */
export async function refuseRestored({ engine, tx, actor }: RuleContext, changes: readonly AccountChange[]): Promise<void> {
  const ids = changes.map(({ id }) => id)
  const [reason] = (await outOfReach({ engine, db: tx, actor }, ids)).values()
  if (reason !== undefined) throw new Refused(reason)
}
