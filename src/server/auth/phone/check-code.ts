import type { FastifyRequest } from 'fastify'
import { Refused } from '../../../../engine/server/index.ts'
import type { RouteDeps } from '../../deps.ts'
import { logLogin } from '../login-log.ts'
import { checkSmsCode, type CodeTry, type RightCode } from './sms-codes.ts'

/** The sentence for a code that is wrong, used, expired, or for another phone or purpose. */
export const wrongCode = '手机验证码错误'
/** Thrown where a right code was used by another call meanwhile. */
export const codeGone = (): Refused => new Refused(wrongCode)

interface Checked extends CodeTry {
  /** Instead of the sentence alone. */
  readonly refusal?: Error
}

/** Check a code under the limits for guessing: wrong codes are counted like wrong passwords, under the phone as the name. */
export async function requireSmsCode(
  { engine, keys, throttle }: RouteDeps,
  request: FastifyRequest,
  { refusal, ...tried }: Checked,
): Promise<RightCode> {
  const { ip } = request
  await throttle.ask(ip, tried.phone)
  const leave = await throttle.enter(ip, tried.phone)
  try {
    const right = await checkSmsCode({ keys }, tried)
    const content = `手机号: ${tried.phone}，短信验证码${right ? '正确' : '错误'}`
    const event = { kind: 'code', ok: right !== undefined, userId: right?.userId ?? null, username: tried.phone, ip, content } as const
    await engine.db.write((tx) => logLogin(tx, event))
    if (!right) throw refusal ?? new Refused(wrongCode)
    return right
  } finally {
    leave()
  }
}
