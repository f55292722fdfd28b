import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../../../../support/databases.ts'
import { roleId, stored } from '../../../../api/world.ts'
import { newPhone, otherThan, phoneWorld, type PhoneWorld } from './phone-world.ts'

const password = 'Register-1'

onBothDatabases('registering an account', (database) => {
  let world: PhoneWorld
  beforeAll(async () => {
    world = await phoneWorld(database)
  })
  afterAll(() => world.close())
  const register = (body: Record<string, unknown>, from?: string) => world.post('/sys/user/register', body, from)
  const problems = async (body: Record<string, unknown>) => (await register(body)).body.details

  test('each rule has the document’s sentence at its field', async () => {
    expect(await problems({})).toEqual({
      username: '请输入用户名',
      password: '密码由8位数字、大小写字母和特殊符号组成!',
      confirmpassword: '请重新输入登录密码!',
      phone: '请输入正确手机号',
      smscode: '请输入验证码',
    })
    const right = { username: 'rules', password, phone: newPhone(), smscode: '123456' }
    expect(await problems({ ...right, password: '12345678' })).toMatchObject({ password: '密码强度不够' })
    expect(await problems({ ...right, password: 'abcd1234' })).toMatchObject({ password: '密码由8位数字、大小写字母和特殊符号组成!' })
    expect(await problems({ ...right, confirmpassword: 'Register-2' })).toEqual({ confirmpassword: '两次密码不一致' })
    expect(await problems({ ...right, phone: '12800000000' })).toEqual({ phone: '请输入正确手机号' })
    expect((await register(right)).body.message).toBe('手机验证码错误')
  })

  test('a new account is a student of the root department, with the name, password and phone that were sent and nothing else', async () => {
    const phone = newPhone()
    const smscode = await world.code(phone, '1')
    const answer = await register({
      username: 'Newcomer',
      password,
      confirmpassword: password,
      phone,
      smscode,
      id: 'chosen-id',
      status: 2,
      selectedroles: roleId('1'),
      roles: roleId('1'),
      userIdentity: 2,
      departIds: 'x',
      realname: '系统管理员',
      orgCode: 'A01',
      assistantByCourse: 1,
      workNo: 'W1',
      delFlag: 1,
      createBy: 'admin',
    })
    expect(answer.body).toMatchObject({ success: true, message: '注册成功' })
    const row = (await stored(world.app, 'sys_user')).find((each) => each['username'] === 'newcomer')
    expect(row).toMatchObject({ realname: 'newcomer', phone, status: 1, user_identity: 1, work_no: null, del_flag: 0 })
    expect(row?.id).not.toBe('chosen-id')
    expect(row?.['create_by']).not.toBe('admin')
    const roles = (await world.app.app.engine.db.read.selectFrom('sys_user_role').selectAll().execute()).filter(
      (each) => each.user_id === row?.id,
    )
    expect(roles.map((each) => each.role_id)).toEqual([roleId('4')])
    const token = await world.app.signIn('newcomer', '4', password)
    expect((await world.app.call('GET', '/sys/user/list', { as: token })).body.code).toBe(510)
  })

  test('nobody gets the name under which the server writes, from whomever and however it is spelled', async () => {
    const admin = await world.app.signIn('admin', '1')
    const phone = newPhone()
    const smscode = await world.code(phone, '1')
    const sentence = { username: '用户名已存在!' }
    for (const username of ['system', 'System', 'ｓｙｓｔｅｍ'])
      expect((await register({ username, password, confirmpassword: password, phone, smscode })).body).toMatchObject({ details: sentence })
    const body = { username: 'SYSTEM', realname: '系统', password, confirmpassword: password, selectedroles: roleId('4') }
    const [root] = await stored(world.app, 'sys_depart')
    const added = await world.app.call('POST', '/sys/user/add', { as: admin, body: { ...body, selecteddeparts: root?.id } })
    expect(added.body).toMatchObject({ code: 422, details: sentence })
    expect((await register({ username: 'systems', password, confirmpassword: password, phone, smscode })).body.success).toBe(true)
  })

  test('a taken name or phone is refused at its field, and the code can be used again', async () => {
    const phone = newPhone()
    const smscode = await world.code(phone, '1')
    const taken = await register({ username: 'admin', password, phone, smscode })
    expect(taken.body).toMatchObject({ code: 422, details: { username: '用户名已存在!' } })
    const late = await world.addUser(newPhone())
    await world.app.call('PUT', '/sys/user/edit', { as: world.admin, body: { id: late.id, phone } })
    expect((await register({ username: 'second', password, phone, smscode })).body.details).toEqual({ phone: '手机号已存在!' })
    await world.app.call('PUT', '/sys/user/edit', { as: world.admin, body: { id: late.id, phone: newPhone() } })
    expect((await register({ username: 'second', password, phone, smscode })).body.success).toBe(true)
  })

  test('a code makes one account, even twice at once, and only with its own phone', async () => {
    const phone = newPhone()
    const smscode = await world.code(phone, '1')
    expect((await register({ username: 'thief', password, phone: newPhone(), smscode })).body.message).toBe('手机验证码错误')
    expect((await register({ username: 'guess', password, phone, smscode: otherThan(smscode) })).body.message).toBe('手机验证码错误')
    const answers = await Promise.all([1, 2, 3].map((n) => register({ username: `twin${n}`, password, phone, smscode })))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    const again = await register({ username: 'twin9', password, phone, smscode })
    expect(again.body.message).toBe('手机验证码错误')
  })

  test('a code of a login registers nobody', async () => {
    const user = await world.addUser(newPhone())
    const smscode = await world.code(user.phone, '0')
    expect((await register({ username: 'mixed', password, phone: user.phone, smscode })).body.message).toBe('手机验证码错误')
  })
})
