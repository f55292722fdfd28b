import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'

export interface SmsMessage {
  readonly phone: string
  readonly text: string
  /** The code in the text, for gateways with templates of their own. */
  readonly code?: string
  /** The same when it is sent again. */
  readonly id?: string
}

/** Sends a message to a telephone; rejects if it was not accepted for delivery. */
export type SmsSender = (message: SmsMessage) => Promise<void>

/** `off`, `log`, or the address of a gateway. */
export interface SmsSettings {
  readonly sms: string
  /** Sent to the gateway as a bearer token. */
  readonly smsToken: string | undefined
}

/** The gateway answered, and did not accept the message. */
export class GatewayRefusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the SMS gateway answered ${status}`)
    this.status = status
  }
}

/** No longer than a person waits for a button. */
const PATIENCE = 10_000

export const codeText = (code: string): string => `您的验证码是${code}，10分钟内有效，请勿告知他人。`

/** Posts each message to an HTTP gateway; any status other than 2xx is a failure. */
function gatewaySender(url: string, token: string | undefined): SmsSender {
  return async ({ phone, id = randomUUID(), ...message }) => {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
      headers: { 'content-type': 'application/json', 'idempotency-key': id, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify({ mobile: phone, id, ...message }),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new GatewayRefusal(answer.status)
  }
}

/** The configured sender; undefined if this server sends no messages. */
export function createSmsSender({ sms, smsToken }: SmsSettings, log: FastifyBaseLogger): SmsSender | undefined {
  if (sms === 'off') return undefined
  if (sms !== 'log') return gatewaySender(sms, smsToken)
  return async ({ phone, text }) => log.info({ phone }, text)
}
