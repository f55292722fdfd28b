import type { FastifyInstance } from 'fastify'
import { ok, Refused } from '../../../../engine/server/index.ts'
import { phoneLogin } from '../../../../schemas/identity/sign-in-forms.ts'
import type { RouteDeps } from '../../deps.ts'
import { bodyOf } from '../../request-values.ts'
import { readAccount } from '../accounts.ts'
import { refuseBarred } from '../refuse-barred.ts'
import { signInAccount } from '../sign-in.ts'
import { checkedFields } from './checked-fields.ts'
import { codeGone, requireSmsCode, wrongCode } from './check-code.ts'
import { spendSmsCode } from './sms-codes.ts'
import { smsPurposes } from './sms-purposes.ts'

/** Signs in with a code. Only someone who has the code learns that the account is frozen or deleted. */
export function phoneLoginRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { db } = deps.engine
  app.post('/api/sys/phoneLogin', { config: { permission: 'public' }, schema: { summary: '手机号登录' } }, async (request) => {
    const { mobile, captcha } = checkedFields(phoneLogin, bodyOf(request))
    const right = await requireSmsCode(deps, request, { phone: mobile, purpose: smsPurposes.login, code: captcha })
    const account = await readAccount(db.read, { id: right.userId ?? '' })
    if (!account || account.row.phone !== mobile) throw new Refused(wrongCode)
    await refuseBarred(db, request, account)
    await spendSmsCode(deps, right, codeGone, () => Promise.resolve())
    return ok(await signInAccount(deps, request, account), '登录成功')
  })
}
