import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TeachingDay } from '../../../../src/dashboard/teaching-day.ts'
import { aPerson } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aCourseDay, type CourseDay, type Person } from '../../plugins/live-inspection/server/course-day.ts'

const dayText = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date(Date.now() + days * 86_400_000))

onBothDatabases('the home page of teachers and assistants', (database) => {
  let app: TestApp
  let day: CourseDay
  beforeAll(async () => {
    app = await testApp({ database })
    day = await aCourseDay(app, { students: 4, items: 2 })
    const times = { start_time: `${dayText(0)} 08:00:00`, end_time: `${dayText(0)} 10:00:00` }
    await app.app.engine.db.write((tx) => tx.updateTable('bh_experi_group').set(times).where('id', '=', day.session.id).execute())
  })
  afterAll(() => app.close())

  const student = (index: number): Person => {
    const found = day.students[index]
    if (!found) throw new Error('no such student')
    return found
  }
  const home = async ({ token }: Pick<Person, 'token'>) => (await app.call<TeachingDay>('GET', '/sys/teachingDay', { as: token })).body

  test('shows today’s lessons with room, students and everything needed to open their workbench', async () => {
    const { result } = await home(day.teacher)
    expect(result.today).toBe(dayText(0))
    expect(result.lessons).toMatchObject([
      {
        experiGroupId: day.session.id,
        courseId: day.lab.courseId,
        experiId: day.lab.experiId,
        people: 4,
        startTime: `${dayText(0)} 08:00:00`,
      },
    ])
    expect(result.lessons[0]?.address).toBeTruthy()
    expect(result).toMatchObject({ coming: [], unmarked: { total: 0, places: [] }, help: { total: 0, requests: [] } })
    expect(result.courseIds).toEqual([day.lab.courseId])
  })

  test('counts submissions and requests until they are marked and answered, also for the assistant', async () => {
    await day.submitted(0)
    await day.submitted(1)
    await day.submitted(1, 1)
    const asked = await day.result(2)
    await day.done('help', student(2), { id: asked.id, content: '没有波形' })
    for (const one of [day.teacher, ...day.assistants]) {
      const { result } = await home(one)
      expect(result.unmarked).toMatchObject({ total: 3, places: [{ experiGroupId: day.session.id, count: 3 }] })
      expect(result.help).toMatchObject({
        total: 1,
        requests: [{ realname: student(2).realname, content: '没有波形', takerName: null }],
      })
    }
    const { id, version } = await day.result(0)
    await day.call('PUT', 'edit', { as: day.teacher, body: { id, version, score: 90 } })
    await day.done('solveHelp', day.teacher, { id: (await home(day.teacher)).result.help.requests[0]?.id })
    const { result } = await home(day.teacher)
    expect([result.unmarked.total, result.help.total]).toEqual([2, 0])
  })

  test('shows nobody the day of another person’s course, and nothing to students and strangers', async () => {
    const stranger = await aPerson(app, day.lab.admin, '2')
    expect((await home(stranger)).result).toMatchObject({ lessons: [], unmarked: { total: 0 }, help: { total: 0 }, courseIds: [] })
    expect(await home(student(0))).toMatchObject({ success: false, code: 510 })
    expect((await app.call('GET', '/sys/teachingDay')).status).toBe(401)
  })
})
