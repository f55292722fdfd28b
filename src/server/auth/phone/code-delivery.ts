import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { Refused } from '../../../../engine/server/index.ts'
import type { RouteDeps } from '../../deps.ts'
import { issueSmsCode, withdrawSmsCode, type CodeRequest } from './sms-codes.ts'
import { codeText, createSmsSender } from './sms-sender.ts'

/** Sends a new code to a phone, unless it is refused; one that could not be delivered is worth nothing. */
export function codeDelivery({ engine: { db }, keys, config }: RouteDeps, log: FastifyBaseLogger) {
  const send = createSmsSender(config, log)
  return async (request: FastifyRequest, asked: Omit<CodeRequest, 'ip'>): Promise<void> => {
    if (!send) throw new Refused('短信接口未配置，请联系管理员！')
    const { code } = await issueSmsCode({ db, keys, mostPerHour: config.smsPerHour }, { ...asked, ip: request.ip })
    try {
      await send({ phone: asked.phone, code, text: codeText(code) })
    } catch (error) {
      request.log.warn({ err: error }, 'SMS')
      await withdrawSmsCode({ keys }, asked)
      throw new Refused('短信验证码发送失败,请稍后重试')
    }
  }
}
