import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres, onBothDatabases } from '../../../../support/databases.ts'
import { startSmsGateway } from '../../../../support/sms-gateway.ts'
import { startServer } from '../../../../support/start-server.ts'
import { twoNodes } from '../../../../support/two-nodes.ts'
import { password as oldPassword } from '../../../../api/world.ts'
import { newPhone, otherThan, phoneWorld, type PhoneWorld } from './phone-world.ts'
import { issueSmsCode } from '../../../../../src/server/auth/phone/sms-codes.ts'
import { databaseKeys } from '../../../../../src/server/auth/short-lived/database-keys.ts'

const password = 'Recovered-1'

onBothDatabases('recovering a password by phone', (database) => {
  let world: PhoneWorld
  beforeAll(async () => {
    world = await phoneWorld(database)
  })
  afterAll(() => world.close())
  const verify = (phone: string, smscode: string) =>
    world.post<{ username: string; smscode: string }>('/sys/user/phoneVerification', { phone, smscode })
  const change = (body: Record<string, unknown>) => world.post('/sys/user/passwordChange', body)
  const login = (username: string, secret: string) => world.post('/sys/login', { username, password: secret })

  test('each rule has its sentence at its field', async () => {
    expect((await world.post('/sys/user/phoneVerification', {})).body.details).toEqual({
      phone: '请输入正确的手机号',
      smscode: '请输入验证码!',
    })
    expect((await verify('16612345678', '1')).body.details).toEqual({ phone: '请输入正确的手机号' })
    const right = { username: 'x', phone: newPhone(), smscode: '123456', password }
    expect((await change({ ...right, password: 'short' })).body.details).toEqual({ password: '密码由8位数字、大小写字母和特殊符号组成!' })
    expect((await change({ ...right, confirmpassword: 'Other-123' })).body.details).toEqual({ confirmpassword: '两次密码不一致' })
    expect((await change({ ...right, username: '' })).body.details).toEqual({ username: '请输入用户名' })
    expect((await change(right)).body.message).toBe('手机验证码错误')
  })

  test('the code names the account, sets its password once, and ends its logins', async () => {
    const user = await world.addUser(newPhone())
    const before = await world.app.signIn(user.username, '2', oldPassword)
    const code = await world.code(user.phone, '2')
    expect((await verify(`+86 ${user.phone}`, code)).body.result).toMatchObject({ username: user.username })
    const verified = await verify(user.phone, code)
    expect(verified.body).toMatchObject({ success: true, result: { username: user.username } })
    const sent = { username: user.username, phone: user.phone, smscode: verified.body.result.smscode, password }
    expect((await change(sent)).body).toMatchObject({ success: true, message: '密码修改成功!' })
    expect((await world.app.call('GET', '/sys/permission/getUserPermissionByToken', { as: before })).status).toBe(401)
    expect((await login(user.username, oldPassword)).body.success).toBe(false)
    expect((await login(user.username, password)).body.success).toBe(true)
    expect((await change({ ...sent, password: 'Replayed-1' })).body.message).toBe('手机验证码错误')
    expect((await verify(user.phone, code)).body.message).toBe('手机验证码错误')
    expect((await login(user.username, password)).body.success).toBe(true)
  })

  test('GET works alike', async () => {
    const user = await world.addUser(newPhone())
    const smscode = await world.code(user.phone, '2')
    const query = { username: user.username, phone: user.phone, smscode, password }
    const headers = { 'x-forwarded-for': '10.0.0.1' }
    expect((await world.app.call('GET', '/sys/user/passwordChange', { query, headers })).body.message).toBe('密码修改成功!')
    expect((await login(user.username, password)).body.success).toBe(true)
  })

  test('a code changes no password but its own: another user, phone, purpose, a guess or nobody', async () => {
    const user = await world.addUser(newPhone())
    const victim = await world.addUser(newPhone())
    const own = await world.code(user.phone, '2')
    const loginCode = await world.code(victim.phone, '0')
    const attacks = [
      { username: victim.username, phone: user.phone, smscode: own },
      { username: victim.username, phone: victim.phone, smscode: own },
      { username: victim.username, phone: victim.phone, smscode: loginCode },
      { username: 'admin', phone: user.phone, smscode: own },
      { username: 'nobody-here', phone: user.phone, smscode: own },
      { username: user.username, phone: user.phone, smscode: otherThan(own) },
    ]
    for (const attack of attacks) expect((await change({ ...attack, password })).body.message, attack.username).toBe('手机验证码错误')
    for (const { username } of [user, victim]) expect((await login(username, oldPassword)).body.success).toBe(true)
    expect((await change({ username: user.username, phone: user.phone, smscode: own, password })).body.success).toBe(true)
  })

  test('two changes at once with one code are one change', async () => {
    const user = await world.addUser(newPhone())
    const smscode = await world.code(user.phone, '2')
    const secrets = ['Parallel-1', 'Parallel-2']
    const answers = await Promise.all(
      secrets.map((secret) => change({ username: user.username, phone: user.phone, smscode, password: secret })),
    )
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  })

  test('the sixth try is refused even with the right code', async () => {
    const user = await world.addUser(newPhone())
    const code = await world.code(user.phone, '2')
    for (let wrong = 0; wrong < 5; wrong++) expect((await verify(user.phone, otherThan(code))).body.message).toBe('手机验证码错误')
    expect((await change({ username: user.username, phone: user.phone, smscode: code, password })).body.message).toBe('手机验证码错误')
    expect((await login(user.username, oldPassword)).body.success).toBe(true)
  })

  test('a frozen account keeps its password', async () => {
    const user = await world.addUser(newPhone())
    const smscode = await world.code(user.phone, '2')
    await world.app.call('PUT', '/sys/user/frozenBatch', { as: world.admin, body: { ids: user.id, status: 2 } })
    expect((await verify(user.phone, smscode)).body.message).toBe('该用户已冻结')
    expect((await change({ username: user.username, phone: user.phone, smscode, password })).body.message).toBe('该用户已冻结')
  })
})

describe.skipIf(!hasPostgres())('recovery with two nodes', () => {
  test('a code sent by one node works once on the other, and ends the logins of both within a second', async () => {
    const nodes = await twoNodes()
    try {
      const { one, other } = nodes
      const { db } = one.app.engine
      const keys = databaseKeys(db)
      const admin = await one.call<{ records: { id: string }[] }>('GET', '/sys/user/list', { as: await one.signIn('admin', '1') })
      const id = admin.body.result.records[0]?.id ?? ''
      const phone = newPhone()
      const edit = await one.call('PUT', '/sys/user/edit', { as: await one.signIn('admin', '1'), body: { id, phone } })
      expect(edit.body.success).toBe(true)
      const tokens = [await one.signIn('admin', '1'), await other.signIn('admin', '1')]
      const { code } = await issueSmsCode({ db, keys, mostPerHour: 1000 }, { phone, purpose: '2', ip: '10.0.0.1', userId: id, refusal: '' })
      const send = { username: 'admin', phone, smscode: code, password }
      expect((await other.call('POST', '/sys/user/passwordChange', { body: send })).body.message).toBe('密码修改成功!')
      const status = async () => {
        const answers = [one, other].flatMap((node) =>
          tokens.map((as) => node.call('GET', '/sys/permission/getUserPermissionByToken', { as })),
        )
        return (await Promise.all(answers)).map((answer) => answer.status)
      }
      await expect.poll(status).toEqual([401, 401, 401, 401])
      expect((await one.call('POST', '/sys/user/passwordChange', { body: send })).body.message).toBe('手机验证码错误')
    } finally {
      await nodes.close()
    }
  })
})

test('no log line holds the query of a password change', async () => {
  const gateway = await startSmsGateway()
  const server = await startServer({ env: { SMS: gateway.url, DEMO: '0', LOG_LEVEL: 'trace' } })
  try {
    const query = new URLSearchParams({ username: 'admin', phone: '13900000001', smscode: '135790', password: 'Query-Secret-1' })
    const answer = await fetch(`${server.url}/api/sys/user/passwordChange?${query}`)
    expect(await answer.json()).toMatchObject({ message: '手机验证码错误' })
    await expect.poll(() => server.lines.join('\n')).toContain('/api/sys/user/passwordChange')
    for (const secret of ['Query-Secret-1', '135790']) expect(server.lines.join('\n')).not.toContain(secret)
  } finally {
    await server.remove()
    await gateway.close()
  }
})
