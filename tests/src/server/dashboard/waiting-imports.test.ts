import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HomeTask } from '../../../../src/dashboard/home-figures.ts'
import { openSchool, type School } from '../../../engine/server/transfer/school.ts'
import { workbook } from '../../../engine/server/transfer/workbook-files.ts'
import { onBothDatabases } from '../../../support/databases.ts'

const base = '/inspect/bhFacility'

onBothDatabases('imports among the tasks of the home page', (database) => {
  let school: School
  beforeAll(async () => {
    school = await openSchool(database)
  })
  afterAll(() => school.close())

  const sheet = (mark: string) => workbook([['设备编号', '设备名称'], ...[1, 2, 3].map((n) => [`${mark}${n}`, '示波器'])])
  const imports = async (as = school.teacher) =>
    (await school.app.call<HomeTask[]>('GET', '/sys/homeTasks', { as })).body.result.filter(({ kind }) => kind === '导入')
  const check = async (mark: string) => (await school.checked(base, await sheet(mark), { courseId: school.courseId })).job
  const courseTitle = async () =>
    (
      await school.app.call<{ courseTitle: string }>('GET', '/inspect/bhCourse/queryById', {
        as: school.teacher,
        query: { id: school.courseId },
      })
    ).body.result.courseTitle

  test('a file waits to be confirmed by whoever brought it, and by nobody else, until it is imported', async () => {
    const job = await check('A')
    const task = { panel: 'todo', title: '实验设备待确认', place: await courseTitle(), count: 3, imports: { entity: 'equipment', job } }
    expect(await imports()).toEqual([expect.objectContaining(task)])
    expect(await imports(school.admin)).toEqual([])
    await school.app.call('POST', `${base}/importCommit`, { as: school.teacher, body: { job, mode: 'all' } })
    expect(await imports()).toEqual([])
  })

  test('a file that is given up waits no more, and can no longer be imported', async () => {
    const job = await check('B')
    const drop = (as: string) => school.app.call('DELETE', `${base}/importJob`, { as, query: { job } })
    expect((await drop(school.admin)).body.success).toBe(false)
    expect(await imports()).toHaveLength(1)
    expect((await drop(school.teacher)).body).toMatchObject({ success: true, message: '已放弃导入' })
    expect(await imports()).toEqual([])
    const late = await school.app.call('POST', `${base}/importCommit`, { as: school.teacher, body: { job, mode: 'all' } })
    expect(late.body.success).toBe(false)
  })

  test('a file that cannot be read waits for nobody', async () => {
    const unreadable = await school.checked(base, new TextEncoder().encode('no sheet'), { courseId: school.courseId })
    expect(unreadable.phase).toBe('failed')
    expect(await imports()).toEqual([])
  })
})
