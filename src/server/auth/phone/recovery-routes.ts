import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidInput, ok, Refused } from '../../../../engine/server/index.ts'
import { recoveryPassword, recoveryPhone } from '../../../../schemas/identity/sign-in-forms.ts'
import { asSystem, inNameOf, systemActor } from '../../access/system-actor.ts'
import type { RouteDeps } from '../../deps.ts'
import { bodyOf, queryOf } from '../../request-values.ts'
import { accountName, barOf, readAccount, type Account } from '../accounts.ts'
import { checkedFields } from './checked-fields.ts'
import { codeGone, requireSmsCode, wrongCode } from './check-code.ts'
import { spendSmsCode, type RightCode } from './sms-codes.ts'
import { smsPurposes } from './sms-purposes.ts'

type Sent = Readonly<Record<string, string>>

/** Recovery of a forgotten password: a code proves the phone, and the same code sets the password, once. */
export function recoveryRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { engine } = deps

  /** The code and the account that it was sent for, which must still have this phone. */
  async function proved(request: FastifyRequest, sent: Sent): Promise<{ right: RightCode; account: Account; code: string }> {
    const { phone, smscode: code } = checkedFields(recoveryPhone, sent)
    const right = await requireSmsCode(deps, request, { phone, purpose: smsPurposes.recovery, code })
    const account = await readAccount(engine.db.read, { id: right.userId ?? '' })
    if (!account || account.row.phone !== phone) throw new Refused(wrongCode)
    const bar = barOf(account)
    if (bar !== '') throw new Refused(bar)
    return { right, account, code }
  }

  async function changePassword(request: FastifyRequest, sent: Sent) {
    const confirmpassword = sent['confirmpassword'] ?? sent['password'] ?? ''
    const { password } = checkedFields(recoveryPassword, { ...sent, confirmpassword })
    if (!sent['username']) throw new InvalidInput({ username: '请输入用户名' })
    const { right, account } = await proved(request, sent)
    if (accountName(sent['username']) !== account.username) throw new Refused(wrongCode)
    const rows = [{ id: account.id, password, confirmpassword: password }]
    const actor = inNameOf({ ...systemActor, id: account.id, username: account.username })
    const edit = await engine.prepare({ entity: 'user', operation: 'edit', rows, ...asSystem, actor })
    await spendSmsCode(deps, right, codeGone, () => engine.db.write((tx) => engine.write(edit, tx)))
    return ok(null, '密码修改成功!')
  }

  const config = { permission: 'public' }
  app.post('/api/sys/user/phoneVerification', { config, schema: { summary: '找回密码：校验手机号' } }, async (request) => {
    const { account, code } = await proved(request, bodyOf(request))
    return ok({ username: account.username, smscode: code })
  })
  app.post('/api/sys/user/passwordChange', { config, schema: { summary: '找回密码：设置新密码' } }, (request) =>
    changePassword(request, bodyOf(request)),
  )
  app.get('/api/sys/user/passwordChange', { config, schema: { summary: '找回密码：设置新密码' } }, (request) =>
    changePassword(request, queryOf(request)),
  )
}
