import { afterAll, beforeAll, expect, test } from 'vitest'
import { untypedEngine, type GuardedRoute } from '../../../../../engine/server/index.ts'
import { aCourse, aSemester, type CourseWorld } from '../../../../api/teaching-world.ts'
import { addRow, aPerson, password, roleId, stored, type WorldRow } from '../../../../api/world.ts'
import { testApp, type Method, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { expectNone } from '../../../../support/expect-none.ts'
import { aHolder, grantRole, nodeOf } from '../../identity/granted.ts'

interface Page {
  readonly records: readonly WorldRow[]
  readonly total: number
}
interface Rights {
  readonly auth: readonly { action: string }[]
  readonly onlyLooks?: string
}

/** Calls with a login alone that somebody who looks in another name may make. A new one needs a decision. */
const openToLookers = [
  'GET /feed/events',
  'GET /sys/annountCement/listByUser',
  'GET /sys/annountCement/showAddress',
  'GET /sys/dict/getDictItems/:dictCode',
  'GET /sys/dict/queryAllDictItems',
  'GET /sys/duplicate/check',
  'GET /sys/homeCharts',
  'GET /sys/homeTasks',
  'GET /sys/permission/getUserPermissionByToken',
  'GET /sys/permission/why',
  'GET /sys/remembered',
  'GET /sys/search',
  'GET /sys/tenant/queryList',
  'GET /sys/thirdApp/getEnabledType',
  'GET /sys/user/getCurrentUserDeparts',
  'POST /sys/common/sign',
  'POST /sys/viewAs/end',
]

onBothDatabases('looking in another name', (database) => {
  let app: TestApp
  let admin: string
  let mine: CourseWorld
  let theirs: CourseWorld
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    const semester = await aSemester(app, admin)
    mine = await aCourse(app, { admin, semester: semester.id, mark: '甲乙丙' })
    theirs = await aCourse(app, { admin, semester: semester.id, mark: '丁戊己' })
  })
  afterAll(() => app.close())

  const look = (as: string, whom: Readonly<Record<string, string>>) => app.call('POST', '/sys/viewAs/start', { as, body: whom })
  const end = (as: string) => app.call('POST', '/sys/viewAs/end', { as })
  const courses = (as: string) => app.call<Page>('GET', '/inspect/bhCourse/list', { as, query: { pageSize: 100 } })
  const rights = async (as: string) => (await app.call<Rights>('GET', '/sys/permission/getUserPermissionByToken', { as })).body.result
  const log = async () => (await app.call<Page>('GET', '/sys/viewAs/list', { as: admin, query: { pageSize: 100 } })).body.result.records
  /** A login of its own, looking in the name of the teacher of the first course. */
  async function aLook(whom: Readonly<Record<string, string>> = { userId: mine.teacher.id }): Promise<string> {
    const as = await app.signIn('admin', '1')
    const begun = await look(as, whom)
    if (!begun.body.success) throw new Error(begun.body.message)
    return as
  }

  test('an administrator sees what a teacher sees, and is themself again afterwards', async () => {
    const as = await app.signIn('admin', '1')
    const before = await rights(as)
    const begun = await look(as, { userId: mine.teacher.id })
    expect(begun.body).toMatchObject({
      success: true,
      message: '已进入只读查看',
      result: { userInfo: { id: mine.teacher.id }, roleName: '教师' },
    })
    expect((await courses(as)).body.result).toEqual((await courses(mine.teacher.token)).body.result)
    const seen = await rights(as)
    expect(seen.auth).toEqual((await rights(mine.teacher.token)).auth)
    expect(seen.onlyLooks).toContain('只能查看，不能修改')
    expect((await end(as)).body).toMatchObject({ success: true, message: '已退出查看' })
    expect(await rights(as)).toEqual(before)
    expect((await end(as)).body.success).toBe(true)
  })

  test('a role is looked at with the rights of the role and one’s own data', async () => {
    const as = await aLook({ roleCode: '4' })
    expect((await rights(as)).auth).toEqual((await rights(mine.learner)).auth)
    expect((await courses(as)).body.result.total).toBe(0)
    await end(as)
  })

  test('every write, over every route, is refused with a sentence and changes nothing; every read changes nothing', async () => {
    const as = await aLook({ userId: mine.teacher.id })
    const tables = [
      ...new Set([...app.app.engine.models.values()].map(({ table }) => table)),
      'sys_audit',
      'sys_user_choice',
      'sys_role_permission',
      'sys_file',
      'sys_permission',
    ]
    const everything = async () => {
      // What was tried is noted, as it should be.
      const asked = tables.filter((table) => table !== 'sys_session' && table !== 'sys_log')
      return Promise.all(asked.map((table) => stored(app, table)))
    }
    const before = await everything()
    const ids = { ...mine.ids, semester: '', user: mine.teacher.id, role: '1000000000000000002' } as Readonly<Record<string, string>>
    const faults: string[] = []
    const routes = app.app.guarded.filter(({ url, access }) => access !== 'public' && !/viewAs\/end|websocket/.test(url))
    for (const route of routes) {
      const { method, path, body } = askOf(route, ids)
      const answer = await app.call(method, path, { as, ...body })
      const isRefused = answer.body.code === 510 && /^您正在以人员\d+（教师）的身份查看，只能查看，不能修改！$/.test(answer.body.message)
      const isReading = (method === 'GET' && !isRefused) || /exportXls|common\/sign/.test(path)
      if (!isReading && !isRefused) faults.push(`${method} ${path}: ${answer.body.message}`)
      if (answer.status >= 500) faults.push(`${method} ${path} faults`)
    }
    expectNone(faults)
    expect(await everything()).toEqual(before)
    expect(routes.length).toBeGreaterThan(400)
    await end(as)
  })

  function askOf({ method, url, of }: GuardedRoute, ids: Readonly<Record<string, string>>) {
    const id = ids[of?.entity ?? ''] ?? 'x'
    const path = url.slice('/api'.length).replace(/:\w+|\*/g, id)
    const values = { id, ids: id, status: '1' }
    const isBody = method === 'POST' || method === 'PUT'
    return { method: method as Method, path, body: isBody ? { body: values } : { query: values } }
  }

  test('what needs a login alone is open as far as it was decided, and never what is private', async () => {
    const as = await aLook()
    const open: string[] = []
    for (const route of app.app.guarded.filter(({ access }) => access === 'login')) {
      if (/viewAs\/end/.test(route.url)) continue
      const { method, path, body } = askOf(route, {})
      const { body: answer } = await app.call(method, path, { as, ...body })
      if (answer.code !== 510) open.push(`${method} ${route.url.slice('/api'.length)}`)
    }
    expect([...open, 'POST /sys/viewAs/end'].toSorted()).toEqual(openToLookers.toSorted())
    for (const path of ['/sys/twoStep/state', '/sys/passkey/list', '/sys/third/bound'])
      expect((await app.call('GET', path, { as })).body.message).toContain('只能查看')
    await end(as)
  })

  test('it is never nested, and its owner stays who they are in the list of online users', async () => {
    const as = await aLook()
    expect((await look(as, { userId: theirs.teacher.id })).body.code).toBe(510)
    const online = await app.call<Page>('GET', '/sys/online/list', { as: admin, query: { pageSize: 100 } })
    expect(online.body.result.records.filter((row) => row['username'] === 'admin').length).toBeGreaterThan(1)
    await end(as)
  })

  test('it is logged: who looked in whose name, from when to when', async () => {
    const known = new Set((await log()).map(({ id }) => id))
    const as = await aLook({ userId: mine.student.id })
    const [begun] = (await log()).filter(({ id }) => !known.has(id))
    expect(begun).toMatchObject({ viewer: 'admin', viewerName: '管理员', whom: 'stu甲乙丙', whomName: '甲乙丙学生', roleName: '学生' })
    expect(String(begun?.['endTime']) > String(begun?.['beginTime'])).toBe(true)
    await app.call('POST', '/sys/logout', { as })
    const after = (await log()).find(({ id }) => id === begun?.id)
    expect(String(after?.['endTime']) < String(begun?.['endTime'])).toBe(true)
  })

  test('it ends with the login of its owner, whichever way that ends', async () => {
    const as = await aLook()
    await app.call('POST', '/sys/logout', { as })
    expect((await courses(as)).status).toBe(401)
    const second = await aPerson(app, admin, '1')
    await look(second.token, { userId: mine.teacher.id })
    expect((await courses(second.token)).body.result.total).toBe(1)
    await app.call('PUT', '/sys/user/frozenBatch', { as: admin, body: { ids: second.id, status: 2 } })
    expect((await courses(second.token)).status).toBe(401)
  })

  test('when the time is up nothing is answered in anybody’s name until it is ended', async () => {
    const as = await aLook()
    const { db } = untypedEngine(app.app.engine)
    await db.write((tx) => tx.updateTable('sys_session').set({ view_until: 1 }).where('view_id', 'is not', null).execute())
    const other = await aLook({ userId: theirs.teacher.id })
    await end(other)
    for (const [method, path] of [
      ['GET', '/inspect/bhCourse/list'],
      ['POST', '/sys/role/add'],
      ['GET', '/sys/user/list'],
    ] as const)
      expect((await app.call(method, path, { as, ...(method === 'POST' ? { body: {} } : {}) })).body).toMatchObject({
        success: false,
        code: 510,
        message: '查看时间已到或已被终止，请退出查看',
      })
    expect((await end(as)).body.success).toBe(true)
    expect((await app.call('GET', '/sys/user/list', { as })).body.success).toBe(true)
  })

  test('nobody but those who were granted it looks in another name', async () => {
    for (const as of [mine.teacher.token, mine.helper.token, mine.learner])
      expect((await look(as, { userId: theirs.teacher.id })).body.code).toBe(510)
    expect((await app.call('POST', '/sys/viewAs/start', { body: { userId: theirs.teacher.id } })).status).toBe(401)
  })

  test('never up: who is no administrator looks at no account, no built-in role, and no role with more rights', async () => {
    const own = ['identity:viewing:viewAs', 'identity:viewing:view', 'teaching:semester:view']
    const some = await aHolder(app, admin, { code: 'some', codes: own })
    await aHolder(app, admin, { code: 'less', codes: ['teaching:semester:view'] })
    await aHolder(app, admin, { code: 'more', codes: ['teaching:semester:view', 'identity:user:view'] })
    const said = async (whom: Readonly<Record<string, string>>) => (await look(some.token, whom)).body.message
    expect(await said({ userId: mine.teacher.id })).toBe('只有系统管理员可以以其他用户或系统内置角色的身份查看！')
    expect(await said({ roleCode: '1' })).toBe('只有系统管理员可以以其他用户或系统内置角色的身份查看！')
    expect(await said({ roleCode: 'more' })).toBe('不能以拥有您所没有的权限的身份查看！')
    expect(await said({ roleCode: 'less' })).toBe('已进入只读查看')
    expect((await rights(some.token)).auth.map(({ action }) => action)).toEqual(['teaching:semester:view'])
    await end(some.token)
  })

  test('never up: an administrator looks at no administrator whose department gives them what the role lacks', async () => {
    const lost = 'identity:dictionary:view'
    const post = (path: string, body: object) => app.call('POST', path, { as: admin, body })
    const depart = await addRow(app, '/sys/sysDepart', { as: admin, body: { departName: '字典组' } })
    const body = { departId: depart.id, roleName: '字典员', roleCode: 'dictionaries' }
    const role = await addRow(app, '/sys/sysDepartRole', { as: admin, body })
    await post('/sys/permission/saveDepartPermission', { departId: depart.id, permissionIds: nodeOf(app, lost) })
    await post('/sys/sysDepartPermission/saveDeptRolePermission', { roleId: role.id, permissionIds: nodeOf(app, lost) })
    const other = await aPerson(app, admin, '1')
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: other.id, selecteddeparts: depart.id } })
    await post('/sys/sysDepartRole/deptRoleUserAdd', { userId: other.id, newRoleId: role.id, oldRoleId: '' })
    const all = (await rights(admin)).auth.map(({ action }) => action)
    await grantRole(app, admin, { role: roleId('1'), codes: all.filter((code) => code !== lost) })
    expect((await look(admin, { userId: other.id })).body.message).toBe('不能以拥有您所没有的权限的身份查看！')
    await grantRole(app, await app.signIn(other.username, '1', password), { role: roleId('1'), codes: all })
    const as = await aLook({ userId: other.id })
    await end(as)
  })

  test('it ends as soon as the right to it is taken away, or the other account is frozen', async () => {
    const frozen = await aPerson(app, admin, '2')
    const as = await aLook({ userId: frozen.id })
    await app.call('PUT', '/sys/user/frozenBatch', { as: admin, body: { ids: frozen.id, status: 2 } })
    expect((await courses(as)).body.message).toBe('查看时间已到或已被终止，请退出查看')
    await end(as)
    const again = await app.signIn('admin', '1')
    expect((await look(again, { userId: frozen.id })).body.message).toBe('该用户已冻结')
    expect((await look(again, { userId: 'nobody' })).body.message).toBe('未找到对应实体')
    expect((await look(again, {})).body.message).toBe('请选择用户或角色！')
  })

  test('the live feed is that of the one who is looked at, and no other course’s', async () => {
    const as = await aLook()
    const poll = async (topic: string) => JSON.stringify((await app.call('GET', '/feed/events', { as, query: { topics: topic } })).body)
    expect(await poll(`course:${mine.course.id}`)).toContain('subscribed')
    expect(await poll(`course:${theirs.course.id}`)).toContain('refused')
    expect(await poll(`user:${theirs.teacher.id}`)).toContain('refused')
    await end(as)
  })

  test('whoever looks is told why the other cannot, as far as they manage rights themselves', async () => {
    const as = await aLook({ userId: mine.student.id })
    const why = await app.call<{ who?: { username: string }; items: { reasons?: object[] }[] }>('GET', '/sys/permission/why', {
      as,
      query: { permission: 'teaching:course:edit' },
    })
    expect(why.body.result).toMatchObject({
      who: { username: 'stu甲乙丙' },
      items: [{ allowed: false, reasons: [{ kind: 'permission' }] }],
    })
    await end(as)
    expect(await app.signIn('stu甲乙丙', '4', password)).not.toBe('')
  })

  test('what is done meanwhile is logged under the name of the one who looks, and says in whose name', async () => {
    const as = await aLook()
    const reader = await app.signIn('admin', '1')
    const path = '/inspect/bhSemester/edit'
    expect((await app.call('PUT', path, { as, body: { id: 'nowhere' } })).body.success).toBe(false)
    const { body } = await app.call<WorldRow>('GET', '/sys/user/queryById', { as: reader, query: { id: mine.teacher.id } })
    const query = { logType: 2, method: `PUT /api${path}`, pageSize: 100 }
    const lines = async () => (await app.call<Page>('GET', '/sys/log/list', { as: reader, query })).body.result.records
    const wanted = {
      userid: 'admin',
      logContent: expect.stringContaining(`（以${String(body.result['realname'])}（教师）的身份查看，未成功）`),
    }
    await expect.poll(lines, { timeout: 5000 }).toContainEqual(expect.objectContaining(wanted))
    expect((await lines()).map(({ userid }) => userid)).not.toContain(mine.teacher.username)
    await end(as)
  })
})
