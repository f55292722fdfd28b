import type { FastifyBaseLogger } from 'fastify'

export interface SmsMessage {
  readonly phone: string
  readonly code: string
}

/** Sends a code to a telephone; rejects if it was not accepted for delivery. */
export type SmsSender = (message: SmsMessage) => Promise<void>

/** `off`, `log`, or the address of a gateway. */
export interface SmsSettings {
  readonly sms: string
  /** Sent to the gateway as a bearer token. */
  readonly smsToken: string | undefined
}

/** No longer than a person waits for a button. */
const PATIENCE = 10_000

const textOf = (code: string): string => `您的验证码是${code}，10分钟内有效，请勿告知他人。`

/** Posts each code to an HTTP gateway; any status other than 2xx is a failure. */
function gatewaySender(url: string, token: string | undefined): SmsSender {
  return async ({ phone, code }) => {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ mobile: phone, code, text: textOf(code) }),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`)
  }
}

/** The configured sender; undefined if this server sends no messages. */
export function createSmsSender({ sms, smsToken }: SmsSettings, log: FastifyBaseLogger): SmsSender | undefined {
  if (sms === 'off') return undefined
  if (sms !== 'log') return gatewaySender(sms, smsToken)
  return async ({ phone, code }) => log.info({ phone }, textOf(code))
}
