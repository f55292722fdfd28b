import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../../../support/databases.ts'
import { errorsOf, openSchool, type Counted, type SchoolRow, type School } from './school.ts'
import { workbook } from './workbook-files.ts'

onBothDatabases('import of a tree', (database) => {
  let school: School
  beforeAll(async () => {
    school = await openSchool(database)
  })
  afterAll(() => school.close())

  const base = '/sys/sysDepart'
  const sheet = (...rows: (readonly [string, string, string?])[]) =>
    workbook([['机构/部门名称', '上级部门', '机构类型'], ...rows.map(([name, parent, type = '部门']) => [name, parent, type])])
  const importAll = async (...rows: Parameters<typeof sheet>) => school.importInto(base, await sheet(...rows), { as: school.admin })
  const departments = async (): Promise<Map<unknown, SchoolRow>> => {
    const list = await school.app.call<{ records: SchoolRow[] }>('GET', `${base}/list`, { as: school.admin, query: { pageSize: 1000 } })
    return new Map(list.body.result.records.map((row) => [row['departName'], row]))
  }

  test('parents may be in the same sheet, even below their children, and are written first', async () => {
    const rows = [
      ['一室', '电子系'],
      ['电子系', '工学院'],
      ['工学院', '学校'],
      ['二室', '电子系'],
    ] as const
    expect((await importAll(...rows)).body).toMatchObject({ success: true, result: { add: 4, change: 0, same: 0 } })
    const all = await departments()
    const codeOf = (name: string) => String(all.get(name)?.['orgCode'])
    expect(all.get('一室')).toMatchObject({ parentId_dictText: '电子系', orgCode: `${codeOf('电子系')}A01`, orgType: '4' })
    expect([codeOf('电子系'), codeOf('二室')]).toEqual([`${codeOf('工学院')}A01`, `${codeOf('电子系')}A02`])
    expect((await importAll(...rows)).body.result).toMatchObject({ add: 0, change: 0, same: 4 })
  })

  test('the kind of a department in a sheet is held against its place in the tree, as in the form', async () => {
    const refused = await importAll(['总校', '', '部门'], ['分公司', '学校', '公司'], ['无处可去', '没有的部门', '公司'])
    expect(errorsOf(refused).map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, '机构类型', '最上级的机构类型只能是公司！'],
      [3, '机构类型', '下级的机构类型只能是部门或岗位！'],
      [4, '上级部门', expect.stringContaining('没有找到“没有的部门”')],
    ])
    expect((await importAll(['总校', '', '公司'], ['总务处', '总校'])).body).toMatchObject({ success: true, result: { add: 2 } })
    expect(errorsOf(await importAll(['总务处', '总校', '公司'])).map(({ message }) => message)).toEqual(['部门和岗位不能改为公司！'])
  })

  test('a tree with more levels and rows than one batch can be imported', async () => {
    const leaves = Array.from({ length: 250 }, (_, n) => [`叶${n}`, `枝${n % 5}`] as const)
    const branches = Array.from({ length: 5 }, (_, n) => [`枝${n}`, '干'] as const)
    expect((await importAll(...leaves, ...branches, ['干', '学校'])).body.result).toMatchObject({ add: 256 })
    expect((await departments()).get('叶249')).toMatchObject({ parentId_dictText: '枝4', orgType: '4' })
  })

  test('rows below a wrong row are refused with it, and the good rows go in without them', async () => {
    const before = await departments()
    const rows = [
      ['坏系', '学校', '火星'],
      ['坏室', '坏系'],
      ['坏组', '坏室'],
      ['好系', '学校'],
      ['好室', '好系'],
    ] as const
    const refused = await importAll(...rows)
    expect(errorsOf(refused).map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, '机构类型', expect.stringContaining('没有找到“火星”')],
      [3, '上级部门', '上级在第 2 行，该行不能导入'],
      [4, '上级部门', '上级在第 3 行，该行不能导入'],
    ])
    expect(await departments()).toEqual(before)
    const data = new FormData()
    data.append('file', new Blob([Uint8Array.from(await sheet(...rows))]), '部门.xlsx')
    const { job } = (await school.app.call<{ job: string }>('POST', `${base}/importCheck`, { as: school.admin, body: data })).body.result
    const phase = async () =>
      (await school.app.call<{ phase: string }>('GET', `${base}/importJob`, { as: school.admin, query: { job } })).body.result.phase
    await expect.poll(phase, { timeout: 20_000 }).toBe('ready')
    const done = await school.app.call<Counted>('POST', `${base}/importCommit`, { as: school.admin, body: { job, mode: 'good' } })
    expect(done.body.result).toMatchObject({ add: 2, errorCount: 3 })
    expect((await departments()).get('好室')).toMatchObject({ parentId_dictText: '好系' })
  })

  test('rows that are below each other in a circle, or below a name that two rows have, are refused', async () => {
    const ring = await importAll(['甲环', '乙环'], ['乙环', '甲环'], ['自环', '自环'])
    expect(errorsOf(ring).map(({ row, message }) => [row, message])).toEqual([
      [2, '上级在第 3 行，该行不能导入'],
      [3, '上级在第 2 行，该行不能导入'],
      [4, expect.stringContaining('没有找到“自环”')],
    ])
    const twins = await importAll(['同名', '学校'], ['同名', '工学院'], ['其下', '同名'])
    expect(errorsOf(twins).map(({ row, message }) => [row, message])).toEqual([[4, expect.stringContaining('没有找到“同名”')]])
  })
})
