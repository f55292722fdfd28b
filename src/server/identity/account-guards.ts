import { InvalidInput, type Change, type RuleContext, type Rules, type Tx } from '../../../engine/server/index.ts'
import { accountFields } from '../../../schemas/identity/account-fields.ts'
import { parts } from '../../sent-values.ts'
import { removeSettings } from '../account/user-settings.ts'
import { announceEnded } from '../auth/ended-logins.ts'
import { endLogin, endLoginsOf, loginsInLostRoles } from '../auth/login-rows.ts'
import { tellAccounts } from '../access/grants.ts'
import { isAdministrator } from '../access/is-administrator.ts'
import { closeViews } from '../auth/viewing/view-log.ts'
import { removeProofs } from '../auth/remove-proofs.ts'
import { barNames, barredNames } from './barred-names.ts'
import { endDepartRoles, endHiddenDepartRoles } from './depart-memberships.ts'
import { refuseAbove, refuseRestored, type AccountEntity } from './refuse-above.ts'
import { adminRefusal, firstAdministrator, roleIds } from '../role-ids.ts'

/** A row of an entity whose rows are accounts. */
export type AccountChange = Change<AccountEntity>
type AccountRules = Rules<'user'> & Rules<'student'> & Rules<'departmentUser'>

const makesAdministrator = (value: unknown): boolean => parts(value).includes(roleIds.administrator)

function guardSave(change: AccountChange, context: RuleContext): void {
  const { before, after } = change
  if (!after) return
  const password = after.password
  if (password && password !== before?.password && !password.startsWith('$argon2id$')) {
    throw new Error('a password is about to be stored without being hashed')
  }
  const isFirst = before?.username === firstAdministrator
  if (isFirst && after.status === 2) change.refuse(adminRefusal)
  if (!('selectedroles' in after)) return
  if ('assistantByCourse' in after && !parts(after.selectedroles).includes(roleIds.assistant)) after.assistantByCourse = 0
  const [had, has] = [makesAdministrator(before?.selectedroles), makesAdministrator(after.selectedroles)]
  if (isFirst && had && !has) change.refuse(adminRefusal, 'selectedroles')
  if (had !== has && !isAdministrator(context.actor)) change.refuse('只有管理员可以授予或取消管理员角色！', 'selectedroles')
}

/** A name that nobody may take is said to be taken, as it is where one asks while typing. */
async function refuseBarredNames({ tx }: RuleContext, changes: readonly AccountChange[]): Promise<void> {
  const added = changes.flatMap((change) => (change.before || !change.after?.username ? [] : [{ change, name: change.after.username }]))
  const barred = await barredNames(
    tx,
    added.map(({ name }) => name),
  )
  for (const { change, name } of added) if (barred.has(name)) change.refuse(accountFields.username.unique, 'username')
}

/**
 * Where several write at once, the account that had a name may have gone for good after the look at the names, and before the name was
 * found to be free. Whoever has stored it sees either the account or its name.
 */
async function refuseNamesBarredMeanwhile({ tx }: RuleContext, changes: readonly AccountChange[]): Promise<void> {
  const barred = await barredNames(
    tx,
    changes.flatMap(({ after }) => after?.username ?? []),
  )
  if (barred.size) throw new InvalidInput({ username: accountFields.username.unique })
}

function guardDelete(change: AccountChange, context: RuleContext): void {
  if (change.before?.username === firstAdministrator) change.refuse(adminRefusal)
  else if (change.id === context.actor.id) change.refuse('不能删除自己的账号！')
}

/** Changes to an account that end its logins: it was frozen or deleted, or its password changed. */
function endsLogins({ before, after }: AccountChange): boolean {
  if (!after) return true
  return (after.status === 2 && before?.status !== 2) || (before !== null && after.password !== before.password)
}

const losesRoles = ({ before, after }: AccountChange): boolean => {
  const has = parts(after?.selectedroles)
  return parts(before?.selectedroles).some((id) => !has.includes(id))
}

/** A login that works with a role that was taken ends: going on in another role without a word, its pages would show what is not there. */
async function endInLostRoles({ engine, tx }: RuleContext, changes: readonly AccountChange[]): Promise<void> {
  const keys = await loginsInLostRoles(
    tx,
    changes.filter(losesRoles).map((change) => change.id),
  )
  for (const key of keys) {
    await closeViews(engine, tx, { key })
    await endLogin(tx, key)
  }
  if (keys.length) announceEnded(engine, tx, ...keys)
}

/** Changes after which the account may do other things than before, or nothing. */
function changesRights(change: AccountChange): boolean {
  const { before, after } = change
  return endsLogins(change) || after?.selectedroles !== before?.selectedroles || after?.selecteddeparts !== before?.selecteddeparts
}

/** Of accounts that are gone for good nothing stays but their names, which are nobody else's. */
async function leaveNothing(tx: Tx, changes: readonly AccountChange[]): Promise<void> {
  const ids = changes.map((change) => change.id)
  await removeProofs(tx, ids)
  await removeSettings(tx, ids)
  await barNames(
    tx,
    changes.flatMap(({ before }) => before?.username ?? []),
  )
}

/** Rules of every entity whose rows are accounts, whichever screen writes them. */
export const accountGuards: Required<Pick<AccountRules, 'beforeSave' | 'beforeDelete' | 'afterWrite'>> = {
  async beforeSave(context, changes) {
    await endDepartRoles(context.tx, changes)
    await refuseAbove(context, changes)
    for (const change of changes) guardSave(change, context)
    await refuseBarredNames(context, changes)
  },
  async beforeDelete(context, changes) {
    await refuseAbove(context, changes)
    for (const change of changes) guardDelete(change, context)
  },
  async afterWrite(context, changes) {
    if (context.operation === 'restore') await refuseRestored(context, changes)
    if (context.operation === 'add') await refuseNamesBarredMeanwhile(context, changes)
    if (context.operation === 'add' || context.operation === 'restore') return
    tellAccounts(
      context.engine,
      context.tx,
      changes.filter(changesRights).map((change) => change.id),
    )
    const ids = changes.filter(endsLogins).map((change) => change.id)
    await closeViews(context.engine, context.tx, { userIds: ids })
    await endLoginsOf(context.tx, ids)
    if (ids.length) announceEnded(context.engine, context.tx)
    await endInLostRoles(context, changes)
    await endHiddenDepartRoles(context, changes)
    if (context.operation === 'purge') await leaveNothing(context.tx, changes)
  },
}
