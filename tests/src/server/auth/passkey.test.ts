import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, password, stored } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { SoftAuthenticator } from './soft-authenticator.ts'

const site = { origin: 'https://lab.example.edu', rpId: 'lab.example.edu' }
const failed = '通行密钥验证失败，请重试或换一种方式登录'

interface Options {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
  readonly userVerification?: string
  readonly allowCredentials?: readonly unknown[]
}

onBothDatabases('passkeys', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database, env: { PUBLIC_URL: site.origin } })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const addOptions = async (as: string) =>
    (await app.call<Options>('POST', '/sys/passkey/addOptions', { as, body: { password } })).body.result
  const add = (as: string, credential: unknown, name = '我的电脑') =>
    app.call('POST', '/sys/passkey/add', { as, body: { name, credential } })
  const loginOptions = async () => (await app.call<Options>('POST', '/sys/passkey/loginOptions')).body.result
  const login = (credential: unknown) => app.call<{ token: string }>('POST', '/sys/passkey/login', { body: { credential } })
  const list = async (as: string) =>
    (await app.call<{ id: string; name: string; lastUsed: string | null }[]>('GET', '/sys/passkey/list', { as })).body.result
  const aUser = async () => {
    const person = await aPerson(app, admin, '4')
    const key = new SoftAuthenticator(site)
    const added = await add(person.token, key.make(await addOptions(person.token)))
    expect(added.body).toMatchObject({ success: true, message: '通行密钥已添加' })
    const sign = async (wrong: { origin?: string; rpId?: string; isVerified?: boolean; userId?: string; challenge?: string } = {}) =>
      key.sign({ userId: person.id, challenge: (await loginOptions()).challenge, ...wrong })
    return { ...person, key, sign }
  }

  test('a user signs in with a passkey that was added with the password, and sees when it was used', async () => {
    const user = await aUser()
    const asked = await loginOptions()
    expect(asked).toMatchObject({ rpId: site.rpId, userVerification: 'required' })
    expect(asked.allowCredentials ?? []).toEqual([])
    const { body } = await login(await user.sign())
    expect(body).toMatchObject({ success: true, message: '登录成功', result: { userInfo: { username: user.username } } })
    expect(await list(body.result.token)).toMatchObject([{ id: user.key.id, name: '我的电脑', lastUsed: expect.stringMatching(/^\d{4}-/) }])
  })

  test('an answer works once: sent again, or by two at the same time, it opens nothing more', async () => {
    const user = await aUser()
    const answer = await user.sign()
    const both = await Promise.all([login(answer), login(answer)])
    expect(both.filter(({ body }) => body.success)).toHaveLength(1)
    expect((await login(answer)).body).toMatchObject({ success: false, code: 500, message: failed })
  })

  test.for([
    ['another site', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['nobody verified', { isVerified: false }],
    ['another user', { userId: 'someone-else' }],
    ['a challenge of its own', { challenge: 'bWFkZS11cA' }],
  ] as const)('an answer for %s is refused', async ([, wrong]) => {
    const user = await aUser()
    expect((await login(await user.sign(wrong))).body.message).toBe(failed)
    expect((await login(await user.sign())).body.success).toBe(true)
  })

  test('a key whose counter goes back was copied, and is refused', async () => {
    const user = await aUser()
    expect((await login(await user.sign())).body.success).toBe(true)
    user.key.counter = 0
    expect((await login(await user.sign())).body.message).toBe(failed)
  })

  test('a signature of another key, and a challenge that was asked for adding, are refused', async () => {
    const [user, other] = [await aUser(), await aUser()]
    expect((await login({ ...(await user.sign()), id: other.key.id, rawId: other.key.id })).body.message).toBe(failed)
    const { challenge } = await addOptions(user.token)
    expect((await login(user.key.sign({ userId: user.id, challenge }))).body.message).toBe(failed)
  })

  test('what is no answer at all is refused by its form', async () => {
    const user = await aUser()
    const right = await user.sign()
    const broken = [undefined, null, '', 'text', [], {}, { ...right, type: 'password' }, { ...right, response: {} }, { ...right, id: 7 }]
    for (const credential of broken)
      expect((await login(credential)).body).toMatchObject({ code: 422, details: { credential: '通行密钥格式不正确!' } })
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature']) {
      const response = { ...(right['response'] as object), [part]: '!!!' }
      expect((await login({ ...right, response })).body).toMatchObject({ code: 500, message: failed })
    }
    expect((await login({ ...right, id: 'unknown' })).body.message).toBe('该通行密钥已被移除，请换一种方式登录')
    expect((await add(user.token, {})).body).toMatchObject({ code: 422, details: { credential: '通行密钥格式不正确!' } })
    expect((await add(user.token, {}, ' ')).body).toMatchObject({ code: 422, details: { name: '请输入名称!' } })
  })

  test('adding needs the password, the right site and a challenge of the same user, once', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const wrong = await app.call('POST', '/sys/passkey/addOptions', { as: user.token, body: { password: 'Wrong-123' } })
    expect(wrong.body).toMatchObject({ code: 422, details: { password: '密码不正确' } })
    const fresh = () => new SoftAuthenticator(site)
    const refused = '通行密钥验证失败，请重试'
    const own = await addOptions(user.token)
    expect((await add(other.token, fresh().make(own))).body.message).toBe(refused)
    expect((await add(user.token, fresh().make(own))).body.message).toBe(refused)
    const away = { ...(await addOptions(user.token)), origin: 'https://evil.example' }
    expect((await add(user.token, fresh().make(away))).body.message).toBe(refused)
    expect((await add(user.token, user.key.make(await addOptions(user.token)))).body.message).toBe('该通行密钥已添加')
    expect(await list(user.token)).toHaveLength(1)
  })

  test('users rename their own passkeys only, and remove them with the password; a removed one opens nothing', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const { id } = user.key
    const rename = (as: string, name: string) => app.call('PUT', '/sys/passkey/edit', { as, body: { id, name } })
    const remove = (as: string, typed = password) => app.call('POST', '/sys/passkey/delete', { as, body: { id, password: typed } })
    for (const refused of [await rename(other.token, '别人的'), await remove(other.token)])
      expect(refused.body).toMatchObject({ code: 500, message: '未找到对应实体' })
    expect((await rename(user.token, '')).body.details).toEqual({ name: '请输入名称!' })
    expect((await rename(user.token, '办公室')).body.message).toBe('修改成功!')
    expect(await list(user.token)).toMatchObject([{ name: '办公室' }])
    for (const typed of ['', 'Wrong-123'])
      expect((await remove(user.token, typed)).body).toMatchObject({ code: 422, details: { password: '密码不正确' } })
    expect(await list(user.token)).toHaveLength(1)
    expect((await remove(user.token)).body.message).toBe('删除成功!')
    expect((await login(await user.sign())).body.message).toBe('该通行密钥已被移除，请换一种方式登录')
  })

  test('a frozen account is not opened, and nothing stays of one that is gone for good', async () => {
    const user = await aUser()
    await app.call('PUT', '/sys/user/frozenBatch', { as: admin, body: { ids: user.id, status: 2 } })
    expect((await login(await user.sign())).body.message).toBe('该用户已冻结')
    await app.call('DELETE', '/sys/user/delete', { as: admin, query: { id: user.id } })
    await app.call('DELETE', '/sys/user/deleteRecycleBin', { as: admin, query: { userIds: user.id } })
    expect(JSON.stringify(await stored(app, 'sys_passkey'))).not.toContain(user.id)
  })
})
