import { defineRules, NotSignedIn, Refused, type CallContext, type CallParams } from '../../../../engine/server/index.ts'
import { viewing } from '../../../../schemas/identity/viewing.ts'
import { explainRules } from '../../access/explain/explain-calls.ts'
import { freshSources } from '../../access/explain/sources.ts'
import { readAccount, userInfo } from '../accounts.ts'
import { announceEnded } from '../ended-logins.ts'
import { keyOfRequest } from '../login-rows.ts'
import { logView } from './view-log.ts'
import { beginView } from './view-rows.ts'
import { openView, VIEW_LASTS } from './view.ts'

/** Begin to look in another name: the login that asks goes on in that name, read only, until it is ended or its time is up. */
async function viewAs({ engine, actor, params, request }: CallContext<CallParams<'viewing', 'viewAs'>>) {
  const key = keyOfRequest(request)
  if (!key) throw new NotSignedIn()
  const { userId, roleCode } = params
  if (userId === actor.id) throw new Refused('不能以自己的身份查看！')
  const view = await openView(freshSources(engine), actor, { userId, roleCode: roleCode ?? '' })
  const { person, roleName, isAccount } = view.asked
  const until = Date.now() + VIEW_LASTS
  await engine.db.write(async (tx) => {
    const viewId = await logView(engine, tx, { viewer: actor, view, until, ip: request.ip })
    const begun = await beginView(tx, { key, viewId, userId: isAccount ? person.id : null, roleCode: person.role, until })
    if (!begun) throw new Refused('您已经在以其他身份查看，请先退出查看！')
    announceEnded(engine, tx, key)
  })
  const account = await readAccount(engine.db.read, { id: person.id })
  if (!account) throw new Refused('未找到对应实体')
  const user = userInfo(account, { role: person.role, orgCode: person.orgCode }, (path) => path)
  return { result: { userInfo: user, roles: [{ roleCode: person.role, roleName }], roleName, isAccount, until } }
}

export const viewingRules = defineRules(viewing, { calls: { viewAs, ...explainRules } })
