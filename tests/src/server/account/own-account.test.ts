import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, password, roleId, stored } from '../../../api/world.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { newPhone, otherThan, phoneWorld, type PhoneWorld } from '../auth/phone/phone-world.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

onBothDatabases('one’s own account', (database) => {
  let world: PhoneWorld
  beforeAll(async () => {
    world = await phoneWorld(database)
  })
  afterAll(() => world.close())

  const aUser = () => aPerson(world.app, world.admin, '2')
  const rowOf = async (id: string) => (await stored(world.app, 'sys_user')).find((row) => row.id === id)
  const edit = (as: string, body: Readonly<Record<string, unknown>>) =>
    world.app.call('PUT', '/sys/user/login/setting/userEdit', { as, body })
  const call = (as: string, path: string, body: Readonly<Record<string, unknown>>) =>
    world.app.call('POST', `/sys/user/${path}`, { as, body })
  const picture = async (as: string): Promise<string> => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(png)]), '头像.png')
    return (await world.app.call('POST', '/sys/common/upload', { as, body: form })).body.message
  }
  const codeFor = async (as: string, phone: string): Promise<string> => {
    const { body } = await call(as, 'sendChangePhoneSms', { phone })
    if (!body.success) throw new Error(body.message)
    return world.gateway.codeFor(phone)
  }

  test('people change their picture, sex and birthday, and see what they changed', async () => {
    const user = await aUser()
    const avatar = await picture(user.token)
    const saved = await edit(user.token, { id: user.id, username: user.username, avatar, sex: '2', birthday: '1990-05-06' })
    expect(saved.body).toMatchObject({ success: true, message: '修改成功!' })
    const { body } = await world.app.call('GET', '/sys/user/login/setting/getUserData', { as: user.token })
    expect(body.result).toMatchObject({ username: user.username, avatar, birthday: '1990-05-06' })
    expect(JSON.stringify(body)).not.toContain('argon2')
    await edit(user.token, { birthday: '' })
    expect((await rowOf(user.id))?.['birthday']).toBeNull()
  })

  test('a picture that somebody else has sent is no picture of one’s own', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const foreign = await edit(user.token, { avatar: await picture(other.token) })
    expect(foreign.body).toMatchObject({ code: 422, details: { avatar: '文件不存在或已失效，请重新上传' } })
  })

  test('nothing else of the account is changed this way, and nobody else’s account', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const before = await rowOf(user.id)
    const roles = await stored(world.app, 'sys_user_role')
    const raised = { selectedroles: roleId('1'), status: 1, password: 'Other-1234', phone: newPhone(), realname: '管理员', userIdentity: 2 }
    for (const [key, value] of Object.entries({ ...raised, username_: 'x', del_flag: 1, version: 9 })) {
      const refused = await edit(user.token, { sex: '2', [key]: value })
      expect(refused.body, key).toMatchObject({ code: 422, details: { [key]: '该项不能自行修改，请联系管理员！' } })
    }
    for (const foreign of [{ id: other.id }, { username: other.username }])
      expect((await edit(user.token, { ...foreign, sex: '2' })).body.code).toBe(510)
    expect(await rowOf(user.id)).toEqual(before)
    expect(await stored(world.app, 'sys_user_role')).toEqual(roles)
    expect((await rowOf(other.id))?.['sex']).toBe((await rowOf(user.id))?.['sex'])
  })

  test('another phone needs the password and the code that was sent to it, once', async () => {
    const user = await aUser()
    const phone = newPhone()
    const code = await codeFor(user.token, phone)
    const change = (typed: Readonly<Record<string, string>>) =>
      call(user.token, 'changePhone', { phone, smscode: code, password, ...typed })
    expect((await change({ password: 'Wrong-123' })).body.details).toEqual({ password: '密码不正确' })
    expect((await change({ smscode: otherThan(code) })).body.details).toEqual({ smscode: '手机验证码错误' })
    expect((await change({ phone: newPhone() })).body.details).toEqual({ smscode: '手机验证码错误' })
    expect((await rowOf(user.id))?.['phone']).toBeNull()
    expect((await change({})).body).toMatchObject({ success: true, message: '手机号修改成功!' })
    expect((await rowOf(user.id))?.['phone']).toBe(phone)
    expect((await change({})).body.code).toBe(422)
  })

  test('what is missing or malformed is said at its field', async () => {
    const { token } = await aUser()
    expect((await call(token, 'sendChangePhoneSms', { phone: '123' })).body.details).toEqual({ phone: '您的手机号码格式不正确!' })
    const required = { phone: '请输入手机号码!', smscode: '请输入验证码!', password: '请输入登录密码!' }
    expect((await call(token, 'changePhone', {})).body.details).toEqual(required)
    expect((await call(token, 'changeEmail', {})).body.details).toEqual({ email: '请输入邮箱!', password: '请输入登录密码!' })
    const mail = await call(token, 'changeEmail', { email: 'no mail', password })
    expect(mail.body.details).toEqual({ email: '请输入正确格式的邮箱!' })
  })

  test('a phone that is another’s gets no code, and a code of somebody else or for something else changes nothing', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const taken = await world.addUser(newPhone())
    expect((await call(user.token, 'sendChangePhoneSms', { phone: taken.phone })).body.message).toBe('手机号已存在!')
    const phone = newPhone()
    const theirs = await codeFor(other.token, phone)
    expect((await call(user.token, 'changePhone', { phone, smscode: theirs, password })).body.details).toEqual({
      smscode: '手机验证码错误',
    })
    const unused = newPhone()
    const registration = await world.code(unused, '1')
    const refused = await call(user.token, 'changePhone', { phone: unused, smscode: registration, password })
    expect(refused.body.details).toEqual({ smscode: '手机验证码错误' })
    expect((await world.send(newPhone(), '3')).body.details).toEqual({ smsmode: '短信类型不正确' })
    expect((await rowOf(user.id))?.['phone']).toBeNull()
  })

  test('one code is valid at a time for a phone and its change, and a phone that was taken meanwhile is refused', async () => {
    const user = await aUser()
    const phone = newPhone()
    const code = await codeFor(user.token, phone)
    expect((await call(user.token, 'sendChangePhoneSms', { phone })).body.message).toBe('验证码10分钟内，仍然有效！')
    await world.addUser(phone)
    const late = await call(user.token, 'changePhone', { phone, smscode: code, password })
    expect(late.body).toMatchObject({ code: 422, details: { phone: '手机号已存在!' } })
  })

  test('of two who change their phone with one code at the same time one does', async () => {
    const user = await aUser()
    const phone = newPhone()
    const smscode = await codeFor(user.token, phone)
    const answers = await Promise.all([1, 2, 3].map(() => call(user.token, 'changePhone', { phone, smscode, password })))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  })

  test('another mail address needs the password, and is nobody else’s', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const change = (as: string, typed: string) => call(as, 'changeEmail', { email: `mail${user.id}@example.com`, password: typed })
    expect((await change(user.token, 'Wrong-123')).body.details).toEqual({ password: '密码不正确' })
    expect((await change(user.token, password)).body).toMatchObject({ success: true, message: '邮箱修改成功!' })
    expect((await change(other.token, password)).body.details).toEqual({ email: '邮箱已存在!' })
    expect((await rowOf(user.id))?.['email']).toBe(`mail${user.id}@example.com`.toLowerCase())
  })
})
