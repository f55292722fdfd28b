import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aPerson, password, stored } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { hasPostgres, onBothDatabases } from '../../../support/databases.ts'
import { freshDatabase } from '../../../support/postgres.ts'
import { enrol } from './two-step-phone.ts'

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

onBothDatabases('two-step codes', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  beforeEach(async () => {
    await app.app.engine.db.write((tx) => tx.deleteFrom('sys_login_log').execute())
  })
  afterAll(() => app.close())

  const login = (username: string, typed = password) =>
    app.call<{ token: string }>('POST', '/sys/login', { body: { username, password: typed } })
  const ticketFor = async (username: string): Promise<string> => {
    const { body } = await login(username)
    expect(body).toMatchObject({ success: false, code: 500, message: '请完成两步验证', result: null })
    return String(body.details?.['twoStep'])
  }
  const send = (ticket: string, step: Readonly<Record<string, string>>) =>
    app.call<{ token: string }>('POST', '/sys/twoStep/login', { body: { ticket, ...step } })
  const state = async (as: string) => (await app.call('GET', '/sys/twoStep/state', { as })).body.result
  const aUser = async () => {
    const person = await aPerson(app, admin, '4')
    return { ...person, ...(await enrol(app, person.token, password)) }
  }

  test('an account that has switched them on is opened by password and code together, and the answer is that of any login', async () => {
    const user = await aUser()
    expect(await state(user.token)).toMatchObject({ enabled: true, recoveryCodes: 10 })
    const answer = await send(await ticketFor(user.username), { code: user.phone.next() })
    expect(answer.body).toMatchObject({
      success: true,
      message: '登录成功',
      result: { userInfo: { username: user.username }, multi_role: 1 },
    })
    expect(await state(answer.body.result.token)).toMatchObject({ enabled: true })
  })

  test('a ticket is worth nothing once there is another password', async () => {
    const user = await aUser()
    const ticket = await ticketFor(user.username)
    const other = { password: 'Another1!', confirmpassword: 'Another1!' }
    const changed = await app.call('PUT', '/sys/user/changePassword', { as: admin, body: { username: user.username, ...other } })
    expect(changed.body.success).toBe(true)
    expect((await send(ticket, { code: user.phone.next() })).body).toMatchObject({ success: false, message: '登录已过期，请重新登录' })
  })

  test('whoever asked to be remembered with the password is, after the code', async () => {
    const user = await aUser()
    const lasts = async (remember_me: boolean) => {
      const { body } = await app.call('POST', '/sys/login', { body: { username: user.username, password, remember_me } })
      const answer = await send(String(body.details?.['twoStep']), { code: user.phone.next() })
      expect(answer.body.success).toBe(true)
      const row = await app.app.engine.db.read
        .selectFrom('sys_session')
        .select(['last_used', 'expires'])
        .where('user_id', '=', user.id)
        .orderBy('last_used', 'desc')
        .executeTakeFirstOrThrow()
      return row.expires - row.last_used
    }
    expect(await lasts(false)).toBe(3600_000)
    expect(await lasts(true)).toBe(7 * 24 * 3600_000)
  })

  test('a code works once, and neither does an earlier one after it', async () => {
    const user = await aUser()
    const earlier = user.phone.next()
    const code = user.phone.next()
    expect((await send(await ticketFor(user.username), { code })).body.success).toBe(true)
    for (const used of [code, earlier]) {
      const again = await send(await ticketFor(user.username), { code: used })
      expect(again.body).toMatchObject({ code: 422, details: { code: '动态码错误，请重新输入！' } })
    }
  })

  test('of many who send one code at the same time one gets in', async () => {
    const user = await aUser()
    const tickets = [await ticketFor(user.username), await ticketFor(user.username), await ticketFor(user.username)]
    const code = user.phone.next()
    const answers = await Promise.all(tickets.map((ticket) => send(ticket, { code })))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  })

  test('anything but six digits is told so, and counts as no try', async () => {
    const user = await aUser()
    const ticket = await ticketFor(user.username)
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', '12 34']) {
      expect((await send(ticket, { code })).body).toMatchObject({ code: 422, details: { code: '请输入 6 位动态码!' } })
    }
    const shown = user.phone.next()
    expect((await send(ticket, { code: `${shown.slice(0, 3)} ${shown.slice(3)}` })).body.success).toBe(true)
  })

  test('a ticket is good for five tries, one sign-in, and its own purpose', async () => {
    const user = await aUser()
    const spent = await ticketFor(user.username)
    for (let tries = 1; tries <= 5; tries++) expect((await send(spent, { code: user.phone.wrong() })).body.code).toBe(422)
    expect((await send(spent, { code: user.phone.next() })).body.message).toBe('登录已过期，请重新登录')
    const ticket = await ticketFor(user.username)
    expect((await send(ticket, { code: user.phone.next() })).body.success).toBe(true)
    expect((await send(ticket, { code: user.phone.next() })).body.message).toBe('登录已过期，请重新登录')
    const enrolment = await app.call<{ ticket: string }>('POST', '/sys/twoStep/enrol', {
      as: (await aPerson(app, admin, '4')).token,
      body: { password },
    })
    expect((await send(enrolment.body.result.ticket, { code: user.phone.next() })).body.message).toBe('登录已过期，请重新登录')
    for (const made of ['', 'x'.repeat(43), '%00'])
      expect((await send(made, { code: '123456' })).body.message).toBe('登录已过期，请重新登录')
  })

  test('a ticket expires after five minutes', async () => {
    const user = await aUser()
    const ticket = await ticketFor(user.username)
    vi.setSystemTime(Date.now() + 5 * 60_000)
    expect((await send(ticket, { code: user.phone.next() })).body.message).toBe('登录已过期，请重新登录')
  })

  test('wrong codes lock the account for the address like wrong passwords, and the right password in between does not clear them', async () => {
    const user = await aUser()
    for (let tries = 1; tries <= 6; tries++)
      expect((await send(await ticketFor(user.username), { code: user.phone.wrong() })).body.code).toBe(422)
    expect((await login(user.username)).status).toBe(429)
  })

  test('an account takes ten wrong codes in an hour, from whatever address; then even the right one must wait', async () => {
    const user = await aUser()
    for (let tries = 1; tries <= 10; tries++) {
      expect((await send(await ticketFor(user.username), { code: user.phone.wrong() })).body.code).toBe(422)
      await app.app.engine.db.write((tx) => tx.deleteFrom('sys_login_log').execute())
    }
    const refused = await send(await ticketFor(user.username), { code: user.phone.next() })
    expect(refused).toMatchObject({ status: 429, body: { message: '动态码错误次数过多，请于1小时后再试！' } })
    vi.setSystemTime(Date.now() + 61 * 60_000)
    expect((await send(await ticketFor(user.username), { code: user.phone.next() })).body.success).toBe(true)
    admin = await app.signIn('admin', '1')
  })

  test('a recovery code stands in for the telephone once, however it is typed', async () => {
    const user = await aUser()
    const [first = '', second = ''] = user.recoveryCodes
    expect((await send(await ticketFor(user.username), { recoveryCode: ` ${first.toUpperCase().replace('-', ' ')}` })).body.success).toBe(
      true,
    )
    const again = await send(await ticketFor(user.username), { recoveryCode: first })
    expect(again.body).toMatchObject({ code: 422, details: { recoveryCode: '恢复码错误或已使用！' } })
    expect(await state(user.token)).toMatchObject({ recoveryCodes: 9 })
    const renewed = await app.call('POST', '/sys/twoStep/recoveryCodes', { as: user.token, body: { password } })
    expect(renewed.body).toMatchObject({ success: true, message: '恢复码已更换，旧的恢复码不再有效' })
    expect((await send(await ticketFor(user.username), { recoveryCode: second })).body.code).toBe(422)
  })

  test('nothing changes without the password: not switching on, not new recovery codes, not switching off', async () => {
    const user = await aUser()
    for (const call of ['enrol', 'recoveryCodes', 'disable']) {
      const answer = await app.call('POST', `/sys/twoStep/${call}`, { as: user.token, body: { password: 'Wrong-123' } })
      expect(answer.body).toMatchObject({ code: 422, details: { password: '密码不正确' } })
    }
    expect(await state(user.token)).toMatchObject({ enabled: true, recoveryCodes: 10 })
    expect((await app.call('POST', '/sys/twoStep/enrol', { as: user.token, body: { password } })).body.message).toBe('两步验证已开启')
    const off = await app.call('POST', '/sys/twoStep/disable', { as: user.token, body: { password } })
    expect(off.body).toMatchObject({ success: true, message: '两步验证已关闭' })
    expect((await login(user.username)).body.success).toBe(true)
  })

  test('switching on needs a first right code of the same user', async () => {
    const [one, other] = [await aPerson(app, admin, '4'), await aPerson(app, admin, '4')]
    const { body } = await app.call<{ ticket: string; uri: string; secret: string }>('POST', '/sys/twoStep/enrol', {
      as: one.token,
      body: { password },
    })
    expect(body.result.uri).toContain(`secret=${body.result.secret}`)
    const confirm = (as: string, code: string) =>
      app.call('POST', '/sys/twoStep/confirm', { as, body: { ticket: body.result.ticket, code } })
    expect((await confirm(one.token, '12345')).body.details).toEqual({ code: '请输入 6 位动态码!' })
    expect((await confirm(one.token, '000000')).body.code).toBe(422)
    expect((await confirm(other.token, '000000')).body.message).toBe('二维码已失效，请重新开启')
    expect(await state(one.token)).toMatchObject({ enabled: false })
    expect((await login(one.username)).body.success).toBe(true)
  })

  test('a frozen account is not opened by a ticket from before, and says so', async () => {
    const user = await aUser()
    const ticket = await ticketFor(user.username)
    await app.call('PUT', '/sys/user/frozenBatch', { as: admin, body: { ids: user.id, status: 2 } })
    expect((await send(ticket, { code: user.phone.next() })).body.message).toBe('该用户已冻结')
    expect((await login(user.username)).body.message).toBe('该用户已冻结')
  })

  test('the database holds neither secret, recovery codes nor tickets as they are, and nothing of an account that is gone for good', async () => {
    const user = await aUser()
    const ticket = await ticketFor(user.username)
    const tables = ['sys_two_step', 'sys_recovery_code', 'sys_one_time_key']
    const read = async () => JSON.stringify(await Promise.all(tables.map((table) => stored(app, table))))
    const before = await read()
    for (const plain of [user.secret, ticket, ...user.recoveryCodes]) expect(before).not.toContain(plain)
    expect(before).toContain(user.id)
    await app.call('DELETE', '/sys/user/delete', { as: admin, query: { id: user.id } })
    expect((await send(ticket, { code: user.phone.next() })).body.message).toBe('该用户已注销')
    const purged = await app.call('DELETE', '/sys/user/deleteRecycleBin', { as: admin, query: { userIds: user.id } })
    expect(purged.body.success).toBe(true)
    expect(await read()).not.toContain(user.id)
  })
})

test.skipIf(!hasPostgres())(
  'a code that was used on one node is refused by another, which reads the secret that the first has encrypted',
  async () => {
    const database = await freshDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'shiyan-nodes-'))
    const node = () => testApp({ database: 'sqlite', env: { DATABASE_URL: database.url, DATA_DIR: folder } })
    const [one, other] = [await node(), await node()]
    try {
      const user = await aPerson(one, await one.signIn('admin', '1'), '4')
      const { phone } = await enrol(one, user.token, password)
      const signIn = async (app: TestApp, code: string) => {
        const { body } = await app.call('POST', '/sys/login', { body: { username: user.username, password } })
        const ticket = String(body.details?.['twoStep'])
        return (await (app === one ? other : one).call('POST', '/sys/twoStep/login', { body: { ticket, code } })).body
      }
      const code = phone.next()
      expect(await signIn(one, code)).toMatchObject({ success: true })
      expect(await signIn(other, code)).toMatchObject({ code: 422 })
      expect(await signIn(other, phone.next())).toMatchObject({ success: true })
    } finally {
      await one.close()
      await other.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
