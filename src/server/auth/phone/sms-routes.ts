import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidInput, ok, Refused, type Reader } from '../../../../engine/server/index.ts'
import { phoneLogin, recoveryPhone, registration } from '../../../../schemas/identity/sign-in-forms.ts'
import type { RouteDeps } from '../../deps.ts'
import { bodyOf } from '../../request-values.ts'
import { checkedFields } from './checked-fields.ts'
import { codeDelivery } from './code-delivery.ts'
import { smsPurposes } from './sms-purposes.ts'

/** The field whose form asks for a code of this purpose, with its sentences. */
const phoneFields = {
  [smsPurposes.login]: phoneLogin.mobile,
  [smsPurposes.registration]: registration.phone,
  [smsPurposes.recovery]: recoveryPhone.phone,
} as const
type OpenPurpose = keyof typeof phoneFields
const isPurpose = (mode: string): mode is OpenPurpose => Object.hasOwn(phoneFields, mode)

function phoneOf(request: FastifyRequest): { phone: string; purpose: OpenPurpose } {
  const { mobile = '', smsmode = smsPurposes.login } = bodyOf(request)
  if (mobile.trim() === '') throw new Refused('手机号不允许为空！')
  if (!isPurpose(smsmode)) throw new InvalidInput({ smsmode: '短信类型不正确' })
  return { phone: checkedFields({ mobile: phoneFields[smsmode] }, { mobile }).mobile, purpose: smsmode }
}

/** The account of a phone. One in the bin keeps its phone, so that it can come back. */
const ownerOf = (db: Reader, phone: string) =>
  db.selectFrom('sys_user').select(['id', 'del_flag']).where('phone', '=', phone).executeTakeFirst()

/** Sends the code of a login, a registration or a recovery. */
export function smsRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { engine } = deps
  const deliver = codeDelivery(deps, app.log)
  app.post('/api/sys/sms', { config: { permission: 'public' }, schema: { summary: '发送短信验证码' } }, async (request) => {
    const { phone, purpose } = phoneOf(request)
    const owner = await ownerOf(engine.db.read, phone)
    const isUser = owner?.del_flag === 0
    const isNew = purpose === smsPurposes.registration
    const refusal = isNew ? (owner ? '手机号已经注册，请直接登录！' : '') : isUser ? '' : '该用户不存在或未绑定手机号'
    await deliver(request, { phone, purpose, userId: owner?.id, refusal })
    return ok(null, '验证码已发送')
  })
}
