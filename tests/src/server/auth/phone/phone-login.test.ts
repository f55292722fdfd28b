import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../../../../support/databases.ts'
import { newPhone, otherThan, phoneWorld, type PhoneWorld } from './phone-world.ts'

interface Login {
  readonly token: string
  readonly userInfo: { readonly username: string }
}

onBothDatabases('signing in by phone', (database) => {
  let world: PhoneWorld
  beforeAll(async () => {
    world = await phoneWorld(database)
  })
  afterAll(() => world.close())
  const login = (body: Record<string, unknown>, from?: string) => world.post<Login>('/sys/phoneLogin', body, from)
  const said = async (body: Record<string, unknown>, from?: string) => (await login(body, from)).body.message

  test('what is missing or malformed is said at its field', async () => {
    expect((await login({})).body).toMatchObject({
      code: 422,
      details: { mobile: '请输入手机号码!', captcha: '请输入验证码!' },
    })
    expect((await login({ mobile: '12345678901', captcha: '1' })).body.details).toEqual({ mobile: '您的手机号码格式不正确!' })
  })

  test('a code signs in once, with the same answer as a password', async () => {
    const user = await world.addUser(newPhone())
    const captcha = await world.code(user.phone, '0')
    const first = await login({ mobile: user.phone, captcha })
    expect(first.body).toMatchObject({ success: true, message: '登录成功', result: { userInfo: { username: user.username } } })
    expect(first.raw.toString()).not.toContain('argon2')
    const me = await world.app.call('GET', '/sys/permission/getUserPermissionByToken', { as: first.body.result.token })
    expect(me.body.success).toBe(true)
    expect(await said({ mobile: user.phone, captcha })).toBe('手机验证码错误')
  })

  test('one of two simultaneous logins with one code succeeds', async () => {
    const user = await world.addUser(newPhone())
    const captcha = await world.code(user.phone, '0')
    const answers = await Promise.all([1, 2, 3].map(() => login({ mobile: user.phone, captcha })))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  })

  test('a code of another phone, of another purpose, or for nobody is wrong, all with one sentence', async () => {
    const user = await world.addUser(newPhone())
    const stranger = await world.addUser(newPhone())
    const theirs = await world.code(stranger.phone, '0')
    const recovery = await world.code(user.phone, '2')
    const unknown = newPhone()
    const registration = await world.code(unknown, '1')
    expect(await said({ mobile: user.phone, captcha: theirs })).toBe('手机验证码错误')
    expect(await said({ mobile: user.phone, captcha: recovery })).toBe('手机验证码错误')
    expect(await said({ mobile: unknown, captcha: registration })).toBe('手机验证码错误')
    expect(await said({ mobile: newPhone(), captcha: '123456' })).toBe('手机验证码错误')
  })

  test('after five wrong codes the right one is wrong, and after six the phone is locked for this address', async () => {
    const user = await world.addUser(newPhone())
    const captcha = await world.code(user.phone, '0')
    for (let wrong = 0; wrong < 5; wrong++) expect(await said({ mobile: user.phone, captcha: otherThan(captcha) })).toBe('手机验证码错误')
    expect(await said({ mobile: user.phone, captcha })).toBe('手机验证码错误')
    const locked = await login({ mobile: user.phone, captcha })
    expect(locked).toMatchObject({ status: 429, body: { message: '该用户登录失败次数过多，请于10分钟后再次登录！' } })
  })

  test('a phone that the account gave up meanwhile signs nobody in', async () => {
    const user = await world.addUser(newPhone())
    const captcha = await world.code(user.phone, '0')
    const edit = await world.app.call('PUT', '/sys/user/edit', { as: world.admin, body: { id: user.id, phone: newPhone() } })
    expect(edit.body.success).toBe(true)
    expect(await said({ mobile: user.phone, captcha })).toBe('手机验证码错误')
  })

  test('a frozen account is refused, and only someone with the code is told', async () => {
    const user = await world.addUser(newPhone())
    const captcha = await world.code(user.phone, '0')
    await world.app.call('PUT', '/sys/user/frozenBatch', { as: world.admin, body: { ids: user.id, status: 2 } })
    expect(await said({ mobile: user.phone, captcha: otherThan(captcha) })).toBe('手机验证码错误')
    expect(await said({ mobile: user.phone, captcha })).toBe('该用户已冻结')
    const log = { as: world.admin, query: { logType: 1, logContent: `*${user.username}*` } }
    const lines = await world.app.call<{ records: { logContent: string }[] }>('GET', '/sys/log/list', log)
    expect(lines.body.result.records.map(({ logContent }) => logContent)).toContain(`用户登录失败，用户名:${user.username}，该用户已冻结`)
  })

  test('an account in the bin is unknown to whoever asks for a code, and its phone stays taken', async () => {
    const user = await world.addUser(newPhone())
    await world.app.call('DELETE', '/sys/user/delete', { as: world.admin, query: { id: user.id } })
    expect((await world.send(user.phone, '0')).body.message).toBe('该用户不存在或未绑定手机号')
    expect((await world.send(user.phone, '1')).body.message).toBe('手机号已经注册，请直接登录！')
  })

  test('a remembered login lasts a week without use, any other an hour', async () => {
    const user = await world.addUser(newPhone())
    const lasts = async (remember_me: unknown) => {
      const captcha = await world.code(user.phone, '0')
      const { body } = await login({ mobile: user.phone, captcha, remember_me })
      expect(body.success).toBe(true)
      const rows = await world.app.app.engine.db.read
        .selectFrom('sys_session')
        .select(['last_used', 'expires'])
        .where('user_id', '=', user.id)
        .orderBy('last_used', 'desc')
        .execute()
      return Number(rows[0]?.expires) - Number(rows[0]?.last_used)
    }
    expect(await lasts(false)).toBe(3600_000)
    expect(await lasts(true)).toBe(7 * 24 * 3600_000)
  })
})
