import { Secret, TOTP } from 'otpauth'
import { vi } from 'vitest'
import type { TestApp } from '../../../support/build-app.ts'

/** A telephone that shows dynamic codes of one secret. */
export interface CodePhone {
  /** The next code: thirty seconds pass before it, so that none is shown twice. Use fake time for Date. */
  next(): string
  /** A code that is certainly wrong now. */
  wrong(): string
}

const PERIOD = 30_000

export function codePhone(secret: string): CodePhone {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return {
    next() {
      vi.setSystemTime(Date.now() + PERIOD)
      return totp.generate()
    },
    wrong() {
      const near = [-2, -1, 0, 1, 2].map((step) => totp.generate({ timestamp: Date.now() + step * PERIOD }))
      return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !near.includes(code)) ?? ''
    },
  }
}

interface Enrolled {
  readonly phone: CodePhone
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Switch two-step codes on for the user of a token. */
export async function enrol(app: Pick<TestApp, 'call'>, as: string, password: string): Promise<Enrolled> {
  const enrolment = await app.call<{ secret: string; ticket: string }>('POST', '/sys/twoStep/enrol', { as, body: { password } })
  const { secret, ticket } = enrolment.body.result
  const phone = codePhone(secret)
  const confirmed = await app.call<{ recoveryCodes: string[] }>('POST', '/sys/twoStep/confirm', {
    as,
    body: { ticket, code: phone.next() },
  })
  if (!confirmed.body.success) throw new Error(confirmed.body.message)
  return { phone, secret, recoveryCodes: confirmed.body.result.recoveryCodes }
}
