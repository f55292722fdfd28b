import type { Change, RuleContext, Rules } from '../../../engine/server/index.ts'
import { number, parts, text } from '../../cells.ts'
import { endSessionsOf } from '../auth/session-rows.ts'
import { refuseAbove, refuseRestored } from './account-reach.ts'
import { administratorCode, adminRefusal, firstAdministrator, roleIds } from '../role-ids.ts'

const isAdministrator = (value: unknown): boolean => parts(value).includes(roleIds.administrator)

function guardSave(change: Change, context: RuleContext): void {
  const { before, after } = change
  if (!after) return
  const password = after.password
  if (password && password !== before?.password && !text(password).startsWith('$argon2id$')) {
    throw new Error('a password is about to be stored without being hashed')
  }
  const isFirst = before?.username === firstAdministrator
  if (isFirst && number(after.status) === 2) change.refuse(adminRefusal)
  if (!('selectedroles' in after)) return
  if (!parts(after.selectedroles).includes(roleIds.assistant)) after.assistantByCourse = 0
  const [had, has] = [isAdministrator(before?.selectedroles), isAdministrator(after.selectedroles)]
  if (isFirst && had && !has) change.refuse(adminRefusal, 'selectedroles')
  if (had !== has && context.actor.role !== administratorCode) change.refuse('只有管理员可以授予或取消管理员角色！', 'selectedroles')
}

function guardDelete(change: Change, context: RuleContext): void {
  if (change.before?.username === firstAdministrator) change.refuse(adminRefusal)
  else if (change.id === context.actor.id) change.refuse('不能删除自己的账号！')
}

/** What happened to the account that ends its logins: frozen, gone, or another password. */
function endsLogins({ before, after }: Change): boolean {
  if (!after) return true
  return (number(after.status) === 2 && number(before?.status) !== 2) || (before !== null && after.password !== before.password)
}

/** Rules of every entity whose rows are accounts, whichever screen writes them. */
export const accountGuards: Required<Pick<Rules, 'beforeSave' | 'beforeDelete' | 'afterWrite'>> = {
  async beforeSave(context, changes) {
    await refuseAbove(context, changes)
    for (const change of changes) guardSave(change, context)
  },
  async beforeDelete(context, changes) {
    await refuseAbove(context, changes)
    for (const change of changes) guardDelete(change, context)
  },
  async afterWrite(context, changes) {
    if (context.operation === 'restore') await refuseRestored(context, changes)
    if (context.operation === 'add' || context.operation === 'restore') return
    const ids = changes.filter(endsLogins).map((change) => change.id)
    await endSessionsOf(context.tx, ids)
  },
}
