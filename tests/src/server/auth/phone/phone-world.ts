import type { TestAnswer, TestApp } from '../../../../support/build-app.ts'
import { testApp } from '../../../../support/build-app.ts'
import type { DatabaseKind } from '../../../../support/databases.ts'
import { startSmsGateway, type SmsGateway } from '../../../../support/sms-gateway.ts'
import { addRow, password, roleId } from '../../../../api/world.ts'

/** A server whose codes arrive at a gateway on loopback. */
export interface PhoneWorld {
  readonly app: TestApp
  readonly gateway: SmsGateway
  readonly admin: string
  /** Ask for a code; `from` is the address that asks. */
  send(mobile: string, smsmode: string, from?: string): Promise<TestAnswer<unknown>>
  /** Ask for a code that must arrive, and return it. */
  code(mobile: string, smsmode: string): Promise<string>
  post<Result = unknown>(path: string, body: Readonly<Record<string, unknown>>, from?: string): Promise<TestAnswer<Result>>
  /** A teacher with this phone. */
  addUser(phone: string): Promise<{ readonly id: string; readonly username: string; readonly phone: string }>
  close(): Promise<void>
}

let phones = 0
/** A phone that no other test has. */
export const newPhone = (): string => `139${String(++phones).padStart(8, '0')}`

/** A code that differs from this one. */
export const otherThan = (code: string): string => (code === '111111' ? '222222' : '111111')

export async function phoneWorld(database: DatabaseKind, env: Readonly<Record<string, string>> = {}): Promise<PhoneWorld> {
  const gateway = await startSmsGateway()
  const app = await testApp({ database, env: { SMS: gateway.url, SMS_TOKEN: 'gateway-secret', TRUST_PROXY: 'on', ...env } })
  const admin = await app.signIn('admin', '1')
  const departments = await app.call<{ records: { id: string }[] }>('GET', '/sys/sysDepart/list', { as: admin })
  const selecteddeparts = departments.body.result.records[0]?.id
  const post: PhoneWorld['post'] = (path, body, from = '10.0.0.1') => app.call('POST', path, { body, headers: { 'x-forwarded-for': from } })
  const send: PhoneWorld['send'] = (mobile, smsmode, from) => post('/sys/sms', { mobile, smsmode }, from)
  return {
    app,
    gateway,
    admin,
    send,
    post,
    async code(mobile, smsmode) {
      const answer = await send(mobile, smsmode)
      if (!answer.body.success) throw new Error(`no code for ${mobile}: ${answer.body.message}`)
      return gateway.codeFor(mobile)
    },
    async addUser(phone) {
      const username = `phone${phone}`
      const body = { username, password, confirmpassword: password, realname: '王芳', selectedroles: roleId('2'), selecteddeparts, phone }
      const { id } = await addRow(app, '/sys/user', { as: admin, body })
      return { id, username, phone }
    },
    async close() {
      await app.close()
      await gateway.close()
    },
  }
}
