import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccess } from '../../../../src/server/access/access.ts'
import { createLogins } from '../../../../src/server/auth/logins.ts'
import { adminPassword, testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { listening, openSocket } from '../../../support/feed-socket.ts'

const demoPassword = 'Demo-12345'

interface Login {
  readonly token: string
  readonly userInfo: Readonly<Record<string, unknown>>
  readonly roles: readonly { roleCode: string }[]
  readonly multi_role: number
  readonly departs: readonly { orgCode: string }[]
  readonly multi_depart: number
  readonly sysAllDictItems: Readonly<Record<string, readonly { value: string; text: string }[]>>
}

onBothDatabases('sign-in', (database) => {
  let shiyan: TestApp
  beforeAll(async () => {
    shiyan = await testApp({ database, env: { DEMO: '1', DEMO_PASSWORD: demoPassword } })
  })
  afterAll(() => shiyan.close())

  const login = (username: string, password: string) => shiyan.call<Login>('POST', '/sys/login', { body: { username, password } })
  const me = (token: string) => shiyan.call('GET', '/sys/permission/getUserPermissionByToken', { as: token })
  const idOf = async (username: string): Promise<string> => {
    const { body } = await login(username, demoPassword)
    return String(body.result.userInfo.id)
  }

  test('answers token, roles, departments and dictionaries, never the password', async () => {
    const { body, raw } = await login('admin', adminPassword)
    expect(body).toMatchObject({ success: true, code: 200, message: '登录成功' })
    expect(body.result.roles.map((role) => role.roleCode)).toEqual(['1', '2'])
    expect(body.result).toMatchObject({
      multi_role: 2,
      multi_depart: 1,
      userInfo: { username: 'admin', realname: '管理员', roleCode: '1', orgCode: 'A01' },
    })
    expect(body.result.sysAllDictItems.inspect_type?.map((item) => item.text)).toEqual(['实验操作', '实验报告', '课堂提问'])
    expect(raw.toString()).not.toContain('argon2')
  })

  test.each([
    ['another password', { password: 'changed meanwhile' }, '登录已过期，请重新登录'],
    ['been frozen', { status: 2 as const }, '该用户已冻结'],
    ['been deleted', { del_flag: 1 as const }, '该用户已注销'],
  ])('opens nothing for an account that has %s by the time its password was checked', async (_what, values, message) => {
    const { db } = shiyan.app.engine
    const set = (row: object) => db.write((tx) => tx.updateTable('sys_user').set(row).where('username', '=', 'teacher3').execute())
    const before = await db.read
      .selectFrom('sys_user')
      .select(['password', 'status', 'del_flag'])
      .where('username', '=', 'teacher3')
      .execute()
    const sessions = async () => (await db.read.selectFrom('sys_session').select('token').execute()).length
    const open = await sessions()
    let checked: ReturnType<typeof login> | undefined
    await db.write(async (tx) => {
      await tx.updateTable('sys_user').set(values).where('username', '=', 'teacher3').execute()
      // Meanwhile the account is read as it was, and its password checked; the login then waits for this transaction.
      checked = login('teacher3', demoPassword)
      await pause(1500)
    })
    expect((await checked)?.body).toMatchObject({ success: false, message })
    expect(await sessions()).toBe(open)
    await set(before[0] ?? {})
    expect((await login('teacher3', demoPassword)).body.success).toBe(true)
  })

  test('answers unknown names and wrong passwords in the same way', async () => {
    const [unknown, wrong] = await Promise.all([login('nobody-here', 'x'), login('teacher1', 'x')])
    expect(unknown.body.message).toBe('用户名或密码错误')
    expect(wrong.body).toMatchObject({ success: false, code: 500, message: '用户名或密码错误' })
  })

  test('refuses calls without a token, with a wrong one, and with one in the query', async () => {
    const { body } = await login('teacher2', demoPassword)
    for (const request of [{}, { as: 'x'.repeat(43) }, { query: { token: body.result.token } }]) {
      const answer = await shiyan.call('GET', '/sys/loginfo', request)
      expect(answer.status).toBe(401)
      expect(answer.body.message).toContain('Token失效')
    }
  })

  test('locks a name for an address after more than five failures', async () => {
    for (let attempt = 1; attempt <= 6; attempt++) expect((await login('assistant6', 'wrong')).body.code).toBe(500)
    const locked = await login('assistant6', demoPassword)
    expect(locked.status).toBe(429)
    expect(locked.body.message).toBe('该用户登录失败次数过多，请于10分钟后再次登录！')
    expect((await login('assistant5', demoPassword)).body.success).toBe(true)
  })

  test('ends the session at sign-out', async () => {
    const { body } = await login('teacher2', demoPassword)
    const { token } = body.result
    expect((await me(token)).body.success).toBe(true)
    expect((await shiyan.call('POST', '/sys/logout', { as: token })).body.message).toBe('退出登录成功！')
    expect((await me(token)).status).toBe(401)
    expect((await shiyan.call('POST', '/sys/logout')).body.message).toBe('退出登录失败！')
  })

  test('works with the chosen role, and remembers it', async () => {
    const { body } = await login('admin', adminPassword)
    const { token } = body.result
    const choose = (roleCode: string) =>
      shiyan.call<{ userInfo: { roleCode: string } }>('POST', '/sys/selectRole', { as: token, body: { username: 'admin', roleCode } })
    const addCourse = () => shiyan.call('POST', '/inspect/bhCourse/add', { as: token, body: {} })
    expect((await addCourse()).body.code).toBe(510)
    expect((await choose('2')).body.result.userInfo.roleCode).toBe('2')
    expect((await addCourse()).body.code).toBe(422)
    expect((await choose('4')).body).toMatchObject({ success: false, message: '您没有该角色，请重新选择' })
    expect((await login('admin', adminPassword)).body.result.userInfo.roleCode).toBe('2')
    await choose('1')
  })

  test('lets users choose roles and departments only for themselves', async () => {
    const { body } = await login('teacher1', demoPassword)
    const as = body.result.token
    expect((await shiyan.call('POST', '/sys/selectRole', { as, body: { username: 'admin', roleCode: '1' } })).body.code).toBe(510)
    expect((await shiyan.call('POST', '/sys/selectDepart', { as, body: { orgCode: 'A01A04' } })).body.success).toBe(false)
    const own = body.result.departs[0]?.orgCode ?? ''
    expect((await shiyan.call('PUT', '/sys/selectDepart', { as, body: { orgCode: own } })).body.success).toBe(true)
  })

  test('freezing ends logins, and only someone who knows the password is told', async () => {
    const { body } = await login('assistant1', demoPassword)
    const admin = await shiyan.signIn('admin', '1')
    const id = String(body.result.userInfo.id)
    const freeze = (ids: string, status: number) => shiyan.call('PUT', '/sys/user/frozenBatch', { as: admin, body: { ids, status } })
    expect((await me(body.result.token)).status).toBe(200)
    expect((await freeze(id, 2)).body.message).toBe('操作成功!')
    expect((await me(body.result.token)).status).toBe(401)
    expect((await login('assistant1', demoPassword)).body.message).toBe('该用户已冻结')
    expect((await login('assistant1', 'wrong')).body.message).toBe('用户名或密码错误')
    expect((await freeze(id, 1)).body.success).toBe(true)
    expect((await login('assistant1', demoPassword)).body.success).toBe(true)
    expect((await me(body.result.token)).status).toBe(401)
  })

  test('the administrator can be neither frozen nor deleted, even in a batch', async () => {
    const admin = await shiyan.call<Login>('POST', '/sys/login', { body: { username: 'admin', password: adminPassword } })
    const as = admin.body.result.token
    await shiyan.call('POST', '/sys/selectRole', { as, body: { roleCode: '1' } })
    const ids = `${await idOf('assistant2')},${String(admin.body.result.userInfo.id)}`
    const frozen = await shiyan.call('PUT', '/sys/user/frozenBatch', { as, body: { ids, status: 2 } })
    const [other, first] = ids.split(',')
    expect(frozen.body).toMatchObject({ success: true, message: '已处理 1，失败 1' })
    expect(frozen.body.result).toEqual([
      { id: other, success: true, message: '' },
      { id: first, success: false, message: '管理员账号不允许此操作！' },
    ])
    expect((await login('assistant2', demoPassword)).body.message).toBe('该用户已冻结')
    await shiyan.call('PUT', '/sys/user/frozenBatch', { as, body: { ids: other, status: 1 } })
    expect((await login('assistant2', demoPassword)).body.success).toBe(true)
    const alone = await shiyan.call('PUT', '/sys/user/frozenBatch', { as, body: { ids: first, status: 2 } })
    expect(alone.body).toMatchObject({ success: false, message: '管理员账号不允许此操作！' })
    const deleted = await shiyan.call('DELETE', '/sys/user/delete', { as, query: { id: String(admin.body.result.userInfo.id) } })
    expect(deleted.body.message).toBe('管理员账号不允许此操作！')
  })

  test('users change their own password with the old one, which ends all their sessions', async () => {
    const { body } = await login('assistant3', demoPassword)
    const as = body.result.token
    const change = (fields: Record<string, string>) =>
      shiyan.call('PUT', '/sys/user/updatePassword', { as, body: { username: 'assistant3', ...fields } })
    const password = 'Changed-1'
    expect((await change({ oldpassword: 'wrong', password, confirmpassword: password })).body.message).toBe('旧密码输入错误!')
    expect((await change({ oldpassword: demoPassword, password, confirmpassword: 'Other-123' })).body.message).toBe('两次输入密码不一致!')
    expect((await change({ oldpassword: demoPassword, password: 'short', confirmpassword: 'short' })).body.message).toContain('密码由8位')
    expect((await change({ oldpassword: demoPassword, password, confirmpassword: password, username: 'admin' })).body.message).toBe(
      '只允许修改自己的密码！',
    )
    expect((await change({ oldpassword: demoPassword, password, confirmpassword: password })).body.message).toBe('密码重置成功!')
    expect((await me(as)).status).toBe(401)
    expect((await login('assistant3', demoPassword)).body.success).toBe(false)
    expect((await login('assistant3', password)).body.success).toBe(true)
  })

  test('a session lasts while it is used, and ends after an hour without use', async () => {
    const { body } = await login('teacher4', demoPassword)
    let now = Date.now()
    const { db } = shiyan.app.engine
    const sessions = createLogins(
      db,
      createAccess(db, async () => new Map()),
      () => now,
    )
    const writtenUse = async () => {
      const rows = await db.read.selectFrom('sys_session').select('last_used').orderBy('last_used', 'desc').limit(1).execute()
      return Number(rows[0]?.last_used)
    }
    const headers = { 'x-access-token': body.result.token }
    const request = Object.assign(Object.create(null), { headers, socket: {}, routeOptions: { config: {} } })
    for (let use = 0; use < 3; use++) {
      now += 59 * 60_000
      expect((await sessions.identify(request)).username).toBe('teacher4')
      await expect.poll(() => writtenUse()).toBe(now)
    }
    const background = Object.assign(Object.create(null), { headers, socket: {}, routeOptions: { config: { isBackground: true } } })
    const used = await writtenUse()
    now += 59 * 60_000
    expect((await sessions.identify(background)).username).toBe('teacher4')
    const byPage = Object.assign(Object.create(null), {
      headers: { ...headers, 'x-background': 'yes' },
      socket: {},
      routeOptions: { config: {} },
    })
    expect((await sessions.identify(byPage)).username).toBe('teacher4')
    expect(sessions.remembered(byPage, {})?.username).toBe('teacher4')
    // Whatever was noted is written before this.
    await db.write(() => Promise.resolve())
    expect((await sessions.actorOf(sessions.keyOf(body.result.token) ?? '')).username).toBe('teacher4')
    now += 60_000
    await expect(sessions.identify(request)).rejects.toThrow('Token失效')
    expect(await writtenUse()).toBe(used)
    sessions.forget()
    await expect(sessions.identify(request)).rejects.toThrow('Token失效')
  })

  test('what pages ask on their own keeps nobody signed in', async () => {
    const as = (await login('teacher1', demoPassword)).body.result.token
    const { db } = shiyan.app.engine
    const [longAgo, hour] = [Date.now() - 30 * 60_000, 60 * 60_000]
    const id = await idOf('teacher1')
    const unused = { last_used: longAgo, expires: longAgo + hour }
    await db.write((tx) => tx.updateTable('sys_session').set(unused).where('user_id', '=', id).execute())
    const lastUse = async (method: 'GET' | 'POST', path: string) => {
      expect((await shiyan.call(method, path, { as, ...(method === 'POST' && { body: { paths: [] } }) })).status, path).toBe(200)
      // Whatever was noted is written before this.
      await db.write(() => Promise.resolve())
      const rows = await db.read.selectFrom('sys_session').select('last_used').where('user_id', '=', id).execute()
      return Math.max(...rows.map((row) => Number(row.last_used)))
    }
    for (const path of ['/sys/teachingDay', '/sys/homeTasks', '/sys/annountCement/listByUser', '/feed/events'])
      expect(await lastUse('GET', path), path).toBe(longAgo)
    expect(await lastUse('POST', '/sys/common/sign')).toBe(longAgo)
    expect(await lastUse('GET', '/sys/homeCharts')).toBeGreaterThan(longAgo)
  })

  test('a login is invalid while its account is frozen or deleted, even if nobody ended it', async () => {
    const { body } = await login('teacher3', demoPassword)
    const { db } = shiyan.app.engine
    const id = await idOf('teacher3')
    const change = (values: { status?: 1 | 2; del_flag?: 0 | 1 }) =>
      db.write((tx) => tx.updateTable('sys_user').set(values).where('id', '=', id).execute())
    const asked = async () => {
      const logins = createLogins(
        db,
        createAccess(db, async () => new Map()),
      )
      return logins.actorOf(logins.keyOf(body.result.token) ?? '').then(
        ({ username }) => username,
        () => 'nobody',
      )
    }
    for (const [values, back] of [
      [{ status: 2 }, { status: 1 }],
      [{ del_flag: 1 }, { del_flag: 0 }],
    ] as const) {
      await change(values)
      expect(await asked()).toBe('nobody')
      await change(back)
      expect(await asked()).toBe('teacher3')
    }
  })

  test('a user has at most ten logins: the eleventh ends the oldest, with the reason, even over an open socket', async () => {
    const userId = await idOf('teacher5')
    const tokens: string[] = []
    for (let n = 0; n < 10; n++) tokens.push((await login('teacher5', demoPassword)).body.result.token)
    const socket = await openSocket({ server: await listening(shiyan.app) }, { token: tokens[0] ?? '', userId })
    expect((await me(tokens[0] ?? '')).status).toBe(200)
    const newest = (await login('teacher5', demoPassword)).body.result.token
    const oldest = await me(tokens[0] ?? '')
    expect(oldest).toMatchObject({ status: 401, body: { message: 'Token失效：您的账号登录过多，最早的登录已退出，请重新登录!' } })
    expect(await socket.closed).toEqual({ code: 4001, reason: '您的账号登录过多，最早的登录已退出，请重新登录' })
    for (const token of [...tokens.slice(1), newest]) expect((await me(token)).status).toBe(200)
    expect((await me('A'.repeat(43))).body.message).toBe('Token失效，请重新登录!')
  })

  test('who manages accounts has the logins of today and of seven days; nobody else is told', async () => {
    const { body } = await login('teacher3', demoPassword)
    const as = await shiyan.signIn('admin', '1')
    const info = await shiyan.call<Record<string, number>>('GET', '/sys/loginfo', { as })
    expect(info.body.result.todayVisitCount).toBeGreaterThan(0)
    expect(info.body.result.todayIp).toBe(1)
    const visits = await shiyan.call<{ visit: number; type: string }[]>('GET', '/sys/visitInfo', { as })
    expect(visits.body.result).toHaveLength(7)
    expect(visits.body.result.at(-1)?.visit).toBe(info.body.result.todayVisitCount)
    expect(visits.body.result[0]?.visit).toBe(0)
    const refused = ['/sys/loginfo', '/sys/visitInfo'].map((path) => shiyan.call('GET', path, { as: body.result.token }))
    expect((await Promise.all(refused)).map((answer) => answer.body.code)).toEqual([510, 510])
  })
})
