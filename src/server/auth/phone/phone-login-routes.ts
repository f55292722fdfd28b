import type { FastifyInstance } from 'fastify'
import { ok, Refused } from '../../../../engine/server/index.ts'
import { phoneLogin } from '../../../../schemas/identity/sign-in-forms.ts'
import type { RouteDeps } from '../../deps.ts'
import { bodyOf } from '../../request-values.ts'
import { barOf, readAccount } from '../accounts.ts'
import { signInAccount } from '../sign-in.ts'
import { createThrottle } from '../throttle.ts'
import { checkedFields } from './checked-fields.ts'
import { requireSmsCode, wrongCode } from './check-code.ts'
import { smsPurposes, spendSmsCode } from './sms-codes.ts'

/** Signs in with a code. Only someone who has the code learns that the account is frozen or deleted. */
export function phoneLoginRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { db } = deps.engine
  const throttle = createThrottle(db.read)
  app.post('/api/sys/phoneLogin', { config: { permission: 'public' } }, async (request) => {
    const { mobile, captcha } = checkedFields(phoneLogin, bodyOf(request))
    const right = await requireSmsCode(deps, request, { throttle, phone: mobile, purpose: smsPurposes.login, code: captcha })
    const account = await readAccount(db.read, { id: right.userId ?? '' })
    if (!account || account.row.phone !== mobile) throw new Refused(wrongCode)
    const bar = barOf(account)
    if (bar !== '') throw new Refused(bar)
    if (!(await db.write((tx) => spendSmsCode(tx, right)))) throw new Refused(wrongCode)
    return ok(await signInAccount(deps, request, account), '登录成功')
  })
}
