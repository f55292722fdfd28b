import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorsOf, openSchool, type SchoolRow, type School } from '../../engine/server/transfer/school.ts'
import { workbook } from '../../engine/server/transfer/workbook-files.ts'
import { aPerson, password } from '../../api/world.ts'
import { onBothDatabases } from '../../support/databases.ts'

const hidden = '\u200b电\u202e路\u0007\ufeff'

onBothDatabases('texts and user names', (database) => {
  let school: School
  let root: string
  beforeAll(async () => {
    school = await openSchool(database)
    const { body } = await school.app.call<{ records: SchoolRow[] }>('GET', '/sys/sysDepart/list', { as: school.admin })
    root = body.result.records[0]?.id ?? ''
  })
  afterAll(() => school.close())

  const account = (username: string, more: object = {}) => ({
    username,
    password,
    confirmpassword: password,
    realname: '张三',
    selectedroles: '1000000000000000002',
    selecteddeparts: root,
    ...more,
  })
  const post = (path: string, body: object, as = school.admin) => school.app.call<SchoolRow>('POST', path, { as, body })

  test('invisible characters cannot enter through any door: add, edit, call, sheet', async () => {
    const added = await post(
      '/inspect/bhFacility/add',
      { courseId: school.courseId, facilityName: hidden, facilityNum: 'D\u200b1\n' },
      school.teacher,
    )
    expect(added.body.result).toMatchObject({ facilityName: '电路', facilityNum: 'D1' })
    const { id, version } = added.body.result
    const edited = await school.app.call<SchoolRow>('PUT', '/inspect/bhFacility/edit', {
      as: school.teacher,
      body: { id, version, facilityName: `新${hidden}\n二` },
    })
    expect(edited.body.result.facilityName).toBe('新电路 二')
    const sheet = await workbook([
      ['设备编号', '设备名称'],
      ['D\u200b2', '示\u202e波器\u200f'],
      ['D\ufeff1', '新电路 二'],
    ])
    expect((await school.devices(sheet)).body.result).toMatchObject({ add: 1, same: 1 })
    expect((await school.listDevices()).map((row) => [row.facilityNum, row.facilityName])).toEqual([
      ['D1', '新电路 二'],
      ['D2', '示波器'],
    ])
    const helper = { ...account('helper\u200b1', { realname: hidden }), idNumber: '110101199003077758', courseId: school.courseId }
    const called = await post('/jw/tea/addAssistant', helper, school.teacher)
    const stored = await school.app.call<SchoolRow>('GET', '/sys/user/queryById', {
      as: school.admin,
      query: { id: called.body.result.id },
    })
    expect(stored.body.result).toMatchObject({ username: 'helper1', realname: '电路' })
  })

  test('only a long text keeps its line breaks, also from a sheet', async () => {
    const role = await post('/sys/role/add', { roleName: '一\n二', roleCode: 'lines', description: '一\r\n\u200b二\u0000' })
    expect(role.body.result).toMatchObject({ roleName: '一 二', description: '一\n二' })
    const sheet = await school.app.call('GET', '/sys/role/exportXls', { as: school.admin, query: { selections: role.body.result.id } })
    const again = await school.importInto('/sys/role', new Uint8Array(sheet.raw), { as: school.admin })
    expect(again.body.result).toMatchObject({ same: 1, change: 0 })
  })

  test('a user name is the same name in any case, width or disguise', async () => {
    const added = await post('/sys/user/add', account('ZhangSan'))
    expect(added.body.result.username).toBe('zhangsan')
    for (const twin of ['zhangsan', 'ZHANGSAN', 'ｚｈａｎｇｓａｎ', 'zhang\u200bsan', ' zhangsan ']) {
      expect((await post('/sys/user/add', account(twin))).body.details, twin).toEqual({ username: '用户名已存在!' })
      const helper = { ...account(twin), idNumber: '110101199003077758', courseId: school.courseId }
      expect((await post('/jw/tea/addAssistant', helper, school.teacher)).body.details, twin).toEqual({ username: '用户名已存在!' })
      const student = { ...account(twin), studyNumber: 'twin' }
      expect((await post('/jw/user/add', student)).body.details, twin).toEqual({ username: '用户名已存在!' })
      const sheet = await workbook([
        ['用户账号', '用户名称', '学号'],
        [twin, '张三', 'twin'],
      ])
      const imported = await school.importInto('/jw/user', sheet, { as: school.admin })
      expect(errorsOf(imported), twin).toMatchObject([{ row: 2, message: '用户名已存在!' }])
    }
    const sheet = await workbook([
      ['用户账号', '用户名称', '角色', '部门'],
      ['ZHANGSAN', '张三三', '教师', '学校'],
    ])
    expect((await school.importInto('/sys/user', sheet, { as: school.admin })).body.result).toMatchObject({ add: 0, change: 1 })
  })

  test('a user is found by any spelling of the user name: equal, among, part, and in the advanced query', async () => {
    const { username } = await aPerson(school.app, school.admin, '4')
    const loud = username.toUpperCase()
    const wide = username.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
    const found = async (query: Record<string, string>): Promise<unknown> => {
      const { body } = await school.app.call<{ records: SchoolRow[] }>('GET', '/sys/user/list', { as: school.admin, query })
      return body.result.records.map((row) => row['username'])
    }
    const advanced = (rule: string, val: string) => ({ superQueryParams: JSON.stringify([{ field: 'username', rule, val }]) })
    for (const name of [username, loud, wide]) {
      for (const asked of [name, `${name},nobody`, `*${name}*`, `= ${name}`])
        expect(await found({ username: asked }), asked).toEqual([username])
      for (const rule of ['eq', 'in', 'like']) expect(await found(advanced(rule, name)), `${rule} ${name}`).toEqual([username])
    }
    expect(await found({ username: `!${loud}` })).not.toContain(username)
    expect(await found({ username: '，' })).toEqual([])
    expect(await found({ username: loud })).toEqual([username])
  })

  test('a sheet can name a person in any spelling of the user name', async () => {
    const person = await aPerson(school.app, school.admin, '4')
    const sheet = await workbook([['用户账号'], [`\u200b${person.username.toUpperCase()}`]])
    const fields = { courseId: school.courseId }
    expect((await school.importInto('/jw/tea', sheet, { fields })).body.result).toMatchObject({ add: 1 })
    expect((await school.importInto('/jw/tea', sheet, { fields })).body.result).toMatchObject({ add: 0, same: 1 })
  })

  test('a user name contains no blanks, commas or markup', async () => {
    for (const name of ['a b', 'a,b', '<b>', '_a', 'a/b', '😀', '"a"', 'a\u3000b']) {
      const { body } = await post('/sys/user/add', account(name))
      expect(body.details, name).toEqual({ username: '用户账号只能由文字、数字和 . _ @ - 组成!' })
    }
    for (const name of ['李四', 'li.si@example.cn', '2025010001', 'Ünal-2']) {
      expect((await post('/sys/user/add', account(name))).body.success, name).toBe(true)
    }
  })

  test('people sign in with their name in any case, and attempts in all cases are counted together', async () => {
    const person = await aPerson(school.app, school.admin, '2')
    expect(await school.app.signIn(` ${person.username.toUpperCase()} `, '2', password)).toBeTruthy()
    const login = (username: string) =>
      school.app.call('POST', '/sys/login', { body: { username, password: 'Wrong-1!', captcha: '', checkKey: '' } })
    for (const name of ['Person', 'PERSON', 'pErson', 'peRson', 'perSon', 'persOn']) expect((await login(name)).status).toBe(200)
    expect((await login('person')).status).toBe(429)
  })
})
