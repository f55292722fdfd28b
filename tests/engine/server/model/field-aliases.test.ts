import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../../../support/databases.ts'
import { openSchool, type SchoolRow, type School } from '../transfer/school.ts'
import { workbook } from '../transfer/workbook-files.ts'

const base = '/inspect/bhFacility'

onBothDatabases('the other wire name of a field', (database) => {
  let school: School
  const add = (body: Record<string, unknown>) => school.add(base, { courseId: school.courseId, facilityName: '示波器', ...body })
  const edit = async (body: Record<string, unknown>) =>
    (await school.app.call<SchoolRow>('PUT', `${base}/edit`, { as: school.teacher, body })).body.result
  const found = async (query: Record<string, string>) => {
    const answer = await school.app.call<{ records: SchoolRow[] }>('GET', `${base}/list`, {
      as: school.teacher,
      query: { courseId: school.courseId, pageSize: '100', ...query },
    })
    return answer.body.result.records.map((row) => row['facilityNum'])
  }

  beforeAll(async () => {
    school = await openSchool(database)
    await add({ facilityNum: 'A', property3: '红' })
    await add({ facilityNum: 'B', property: '蓝' })
    await add({ facilityNum: 'C', property: '白', property3: '黄' })
  })
  afterAll(() => school.close())

  test('is written and answered beside the value', async () => {
    const rows = await school.listDevices()
    const thirds = rows.map(({ facilityNum, property, property3 }) => [facilityNum, property, property3])
    expect(thirds.toSorted()).toEqual([
      ['A', '红', '红'],
      ['B', '蓝', '蓝'],
      ['C', '白', '白'],
    ])
  })

  test('filters, sorts and can be used in an advanced query', async () => {
    expect(await found({ property3: '红' })).toEqual(['A'])
    expect(await found({ property3_MultiString: '红,白' })).toEqual(['A', 'C'])
    expect(await found({ property: '蓝', property3: '红' })).toEqual(['B'])
    const upwards = await found({ column: 'property3', order: 'asc' })
    expect(upwards).toEqual(await found({ column: 'property', order: 'asc' }))
    expect((await found({ column: 'property3', order: 'desc' })).toReversed()).toEqual(upwards)
    expect(upwards).not.toEqual(['A', 'B', 'C'])
    const rule = JSON.stringify([{ field: 'property3', rule: 'eq', val: '白' }])
    expect(await found({ superQueryParams: rule })).toEqual(['C'])
  })

  test('if both names come back, the changed one counts', async () => {
    const [row] = (await school.listDevices()).filter(({ facilityNum }) => facilityNum === 'A')
    const byOther = await edit({ ...row, property3: '紫' })
    expect(byOther).toMatchObject({ property: '紫', property3: '紫' })
    const byOwn = await edit({ ...byOther, property: '白' })
    expect(byOwn).toMatchObject({ property: '白', property3: '白' })
    expect(await edit({ ...byOwn, property: '灰', property3: '黑' })).toMatchObject({ property: '灰', property3: '灰' })
    expect(await edit({ id: row?.id, property3: '' })).toMatchObject({ facilityNum: 'A', property: expect.toBeOneOf(['', null]) })
    expect(await edit({ id: row?.id, property3: '红' })).toMatchObject({ property: '红' })
  })

  test('can head a column of a sheet', async () => {
    const file = await workbook([
      ['设备编号', '设备名称', 'property3'],
      ['S1', '电源', '便携'],
    ])
    expect((await school.devices(file, school.otherCourse)).body.result).toMatchObject({ add: 1 })
    expect(await school.listDevices(school.otherCourse)).toMatchObject([{ facilityNum: 'S1', property: '便携', property3: '便携' }])
  })

  test('is checked like the value', async () => {
    const body = { courseId: school.courseId, facilityNum: 'L', facilityName: '长', property3: '字'.repeat(201) }
    const answer = await school.app.call('POST', `${base}/add`, { as: school.teacher, body })
    expect(answer.body).toMatchObject({ success: false, code: 422, details: { property: expect.any(String) } })
  })
})
