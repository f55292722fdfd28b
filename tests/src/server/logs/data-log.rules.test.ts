import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { addRow, aPerson, password } from '../../../api/world.ts'
import { aSemester } from '../../../api/teaching-world.ts'
import { aHolder, nodeOf } from '../identity/granted.ts'
import { onBothDatabases } from '../../../support/databases.ts'

interface Line {
  readonly id: string
  readonly dataTable: string
  readonly dataId: string
  readonly dataVersion: number
  readonly dataContent: string
  readonly createBy: string
}
interface Compared extends Line {
  readonly labels: Readonly<Record<string, string>>
  readonly differs: readonly string[]
}

onBothDatabases('the data log', (database) => {
  let app: TestApp
  let admin: string
  let position: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    const body = { code: 'p-1', name: '实验员', postRank: '1' }
    position = (await app.call<{ id: string }>('POST', '/sys/position/add', { as: admin, body })).body.result.id
    await app.call('PUT', '/sys/position/edit', { as: admin, body: { id: position, name: '高级实验员', postRank: '4' } })
    await app.call('DELETE', '/sys/position/delete', { as: admin, query: { id: position } })
  })
  afterAll(() => app.close())

  const list = async (query: Record<string, string>, as = admin) =>
    (await app.call<{ records: Line[]; total: number }>('GET', '/sys/dataLog/list', { as, query })).body.result
  const compare = async (dataId1: string, dataId2: string, as = admin) =>
    (await app.call<Compared[]>('GET', '/sys/dataLog/queryCompareList', { as, query: { dataId1, dataId2 } })).body

  test('each write of a row is a version, found by its table and its id, the newest first', async () => {
    const { records, total } = await list({ dataTable: 'sys_position', dataId: position })
    expect(total).toBe(3)
    const numbers = records.map(({ dataVersion }) => dataVersion)
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    expect(records[0]).toMatchObject({ dataTable: 'sys_position', dataId: position, createBy: 'admin' })
    const asked = { dataTable: 'sys_position', dataId: position }
    const versions = await app.call<Line[]>('GET', '/sys/dataLog/queryDataVerList', { as: admin, query: asked })
    expect(versions.body.result.map(({ id }) => id)).toEqual(records.map(({ id }) => id))
    const none = await app.call('GET', '/sys/dataLog/queryDataVerList', { as: admin, query: { ...asked, dataId: 'nowhere' } })
    expect(none.body).toMatchObject({ success: false, message: '未找到版本信息' })
  })

  test('two versions are compared field by field, in words instead of codes', async () => {
    const { records } = await list({ dataTable: 'sys_position', dataId: position })
    const [, edited, added] = records
    const { result } = await compare(added?.id ?? '', edited?.id ?? '')
    const [one, two] = result.map(({ dataContent }) => JSON.parse(dataContent) as Record<string, string>)
    expect(one).toMatchObject({ name: '实验员', postRank: '员级', code: 'p-1' })
    expect(two).toMatchObject({ name: '高级实验员', postRank: '副高级', code: 'p-1' })
    expect(result[0]?.labels['name']).toBe('职务名称')
    expect(result[0]?.differs.toSorted()).toEqual(['name', 'postRank'])
  })

  test('what cannot be compared is refused in the words of the document', async () => {
    const { records } = await list({ dataTable: 'sys_position', dataId: position })
    const other = (await list({ dataTable: 'sys_role' })).records[0]?.id ?? ''
    const own = records[0]?.id ?? ''
    expect((await compare(own, own)).message).toBe('请选择两条数据')
    expect((await compare(own, 'nowhere')).message).toBe('请选择两条数据')
    expect((await compare(own, other)).message).toBe('请选择相同的数据库表和数据ID进行比较')
  })

  test('whoever sees a part of an entity by a data rule learns nothing of the rest from its writes', async () => {
    const codes = ['platform:dataLog:view', 'identity:position:view']
    const reader = await aHolder(app, admin, { code: 'partly', codes })
    const asked = { dataTable: 'sys_position', dataId: position }
    const { records } = await list(asked)
    const [, edited, added] = records.map(({ id }) => id)
    const seen = async () => ({
      listed: (await list(asked, reader.token)).total,
      versions: (await app.call<Line[] | null>('GET', '/sys/dataLog/queryDataVerList', { as: reader.token, query: asked })).body.result
        ?.length,
      compared: (await compare(added ?? '', edited ?? '', reader.token)).success,
    })
    expect(await seen()).toEqual({ listed: 3, versions: 3, compared: true })
    const permissionId = nodeOf(app, 'identity:position:view')
    const rule = { permissionId, ruleName: '自己的', ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' }
    const made = await app.call<{ id: string }>('POST', '/sys/permission/addPermissionRule', { as: admin, body: rule })
    const body = { permissionId, roleId: reader.role, dataRuleIds: made.body.result.id }
    expect((await app.call('POST', '/sys/role/datarule', { as: admin, body })).body.success).toBe(true)
    expect(await seen()).toEqual({ listed: 0, versions: undefined, compared: false })
    expect((await list({ dataTable: 'sys_role' }, reader.token)).total).toBeGreaterThan(0)
  })

  test('whoever sees by their role only some of the rows of an entity, or none, learns nothing of the others from its writes', async () => {
    const semester = await aSemester(app, admin)
    const body = { courseTitle: '光学', semester: semester.id, studentType: '1' }
    const teacher = (await aPerson(app, admin, '2')).token
    const { id } = await addRow(app, '/inspect/bhCourse', { as: teacher, body })
    expect((await app.call('PUT', '/inspect/bhCourse/edit', { as: teacher, body: { id, courseTitle: '力学' } })).body.success).toBe(true)
    const reader = await aHolder(app, admin, { code: 'nobodys', codes: ['platform:dataLog:view', 'teaching:course:view'] })
    const asked = { dataTable: 'bh_course', dataId: id }
    const [edited, added] = (await list(asked)).records.map(({ id }) => id)
    expect((await compare(added ?? '', edited ?? '')).success).toBe(true)
    expect((await list(asked, reader.token)).total).toBe(0)
    expect((await compare(added ?? '', edited ?? '', reader.token)).message).toBe('请选择两条数据')
    expect((await list({ dataTable: 'sys_position' }, reader.token)).total).toBeGreaterThan(0)
  })

  test('what is starred elsewhere is starred here for whoever lacks the right, and no filter finds it out', async () => {
    const person = await aPerson(app, admin, '2')
    const edited = await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, idNumber: '11010519491231002X' } })
    expect(edited.body.message).toBe('修改成功!')
    const reader = await aHolder(app, admin, { code: 'auditors', codes: ['platform:dataLog:view'] })
    const as = await app.signIn(reader.username, 'auditors', password)
    const asked = { dataTable: 'sys_user', dataId: person.id }
    expect(JSON.stringify(await list(asked))).toContain('11010519491231002X')
    expect(JSON.stringify(await list(asked, as))).not.toContain('11010519491231002X')
    const all = (await list(asked, as)).total
    expect((await list({ ...asked, changes: '*11010519491231002X*' }, as)).total).toBe(all)
  })

  test('a password is in no version, not even hashed', async () => {
    const person = await aPerson(app, admin, '2')
    const { records } = await list({ dataTable: 'sys_user', dataId: person.id })
    expect(records[0]?.dataContent).toContain(person.username)
    expect(records[0]?.dataContent).toContain('"password":["***","***"]')
    expect(JSON.stringify(records)).not.toMatch(new RegExp(`${password}|scrypt|argon`))
  })
})
