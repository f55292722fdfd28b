import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidInput, ok, Refused, type Reader } from '../../../../engine/server/index.ts'
import { phoneLogin, recoveryPhone, registration } from '../../../../schemas/identity/sign-in-forms.ts'
import type { RouteDeps } from '../../deps.ts'
import { bodyOf } from '../../request-values.ts'
import { checkedFields } from './checked-fields.ts'
import { issueSmsCode, smsPurposes, withdrawSmsCode, type SmsPurpose } from './sms-codes.ts'
import { createSmsSender } from './sms-sender.ts'

const isPurpose = (mode: string): mode is SmsPurpose => Object.values<string>(smsPurposes).includes(mode)

/** The field whose form asks for a code of this purpose, with its sentences. */
const phoneFields = {
  [smsPurposes.login]: phoneLogin.mobile,
  [smsPurposes.registration]: registration.phone,
  [smsPurposes.recovery]: recoveryPhone.phone,
} as const

function phoneOf(request: FastifyRequest): { phone: string; purpose: SmsPurpose } {
  const { mobile = '', smsmode = smsPurposes.login } = bodyOf(request)
  if (mobile.trim() === '') throw new Refused('手机号不允许为空！')
  if (!isPurpose(smsmode)) throw new InvalidInput({ smsmode: '短信类型不正确' })
  return { phone: checkedFields({ mobile: phoneFields[smsmode] }, { mobile }).mobile, purpose: smsmode }
}

/** The account of a phone. One in the bin keeps its phone, so that it can come back. */
const ownerOf = (db: Reader, phone: string) =>
  db.selectFrom('sys_user').select(['id', 'del_flag']).where('phone', '=', phone).executeTakeFirst()

/** Sends the code of a login, a registration or a recovery. */
export function smsRoutes(app: FastifyInstance, { engine, config }: RouteDeps): void {
  const send = createSmsSender(config, app.log)
  app.post('/api/sys/sms', { config: { permission: 'public' } }, async (request) => {
    const { phone, purpose } = phoneOf(request)
    const owner = await ownerOf(engine.db.read, phone)
    const isUser = owner?.del_flag === 0
    const isNew = purpose === smsPurposes.registration
    const refusal = isNew ? (owner ? '手机号已经注册，请直接登录！' : '') : isUser ? '' : '该用户不存在或未绑定手机号'
    if (!send) throw new Refused('短信接口未配置，请联系管理员！')
    const { id, code } = await issueSmsCode(engine.db, { phone, purpose, ip: request.ip, userId: owner?.id, refusal })
    try {
      await send({ phone, code })
    } catch (error) {
      request.log.warn({ err: error }, 'SMS')
      await withdrawSmsCode(engine.db, id)
      throw new Refused('短信验证码发送失败,请稍后重试')
    }
    return ok(null, '验证码已发送')
  })
}
