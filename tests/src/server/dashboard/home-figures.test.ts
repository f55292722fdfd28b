import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HomeChart, HomeTask } from '../../../../src/dashboard/home-figures.ts'
import { aPerson } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aCourseDay, type CourseDay, type Person } from '../../plugins/live-inspection/server/course-day.ts'

const dayText = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date(Date.now() + days * 86_400_000))

onBothDatabases('charts and tasks of the home page', (database) => {
  let app: TestApp
  let day: CourseDay
  beforeAll(async () => {
    app = await testApp({ database })
    day = await aCourseDay(app, { students: 4, items: 2 })
    const times = { start_time: `${dayText(0)} 00:00:00`, end_time: `${dayText(0)} 23:59:59` }
    await app.app.engine.db.write((tx) => tx.updateTable('bh_experi_group').set(times).where('id', '=', day.session.id).execute())
  })
  afterAll(() => app.close())

  const student = (index: number): Person => {
    const found = day.students[index]
    if (!found) throw new Error('no such student')
    return found
  }
  const charts = async (as: string) => (await app.call<HomeChart[]>('GET', '/sys/homeCharts', { as })).body.result
  const tasks = async (as: string) => (await app.call<HomeTask[]>('GET', '/sys/homeTasks', { as })).body.result
  const figures = async (as: string, title: string, series: string) =>
    (await charts(as)).find((chart) => chart.title === title)?.series.find(({ name }) => name === series)?.values
  const titles = async (as: string) => (await charts(as)).map(({ title }) => title)
  const kinds = async (as: string, panel: HomeTask['panel']) =>
    (await tasks(as)).filter((task) => task.panel === panel).map(({ kind, count }) => `${kind} ${count}`)

  test('a teacher sees submissions and marks of seven days and of each course', async () => {
    await day.submitted(0)
    await day.submitted(1)
    await day.submitted(1, 1)
    const { id, version } = await day.result(0)
    await day.call('PUT', 'edit', { as: day.teacher, body: { id, version, score: 90 } })
    const as = day.teacher.token
    expect(await titles(as)).toEqual(['最近七天提交与评分', '各课程评分进度'])
    expect(await figures(as, '最近七天提交与评分', '提交')).toEqual([0, 0, 0, 0, 0, 0, 3])
    expect(await figures(as, '最近七天提交与评分', '评分')).toEqual([0, 0, 0, 0, 0, 0, 1])
    expect(await figures(as, '各课程评分进度', '已评分')).toEqual([1])
    expect(await figures(as, '各课程评分进度', '待评分')).toEqual([2])
  })

  test('a teacher has results to mark within a week, requests for help and the lesson under way', async () => {
    const asked = await day.result(2)
    await day.done('help', student(2), { id: asked.id, content: '没有波形' })
    const as = day.teacher.token
    expect(await kinds(as, 'todo')).toEqual(['求助 1', '评分 2'])
    expect((await tasks(as)).find(({ kind }) => kind === '评分')).toMatchObject({ left: 7, query: { experiGroupId: day.session.id } })
    expect(await kinds(as, 'doing')).toEqual(['上课 4'])
    expect(await kinds(as, 'supervised')).toEqual([])
  })

  test('what was handed in more than a week ago is overdue, and supervised', async () => {
    const old = { submit_time: `${dayText(-9)} 10:00:00` }
    await app.app.engine.db.write((tx) => tx.updateTable('bh_inspection_result').set(old).where('submit_status', '=', 1).execute())
    const as = day.teacher.token
    expect(await kinds(as, 'supervised')).toEqual(['评分 2'])
    expect((await tasks(as)).filter(({ kind }) => kind === '评分').map(({ left }) => left)).toEqual([-2, -2])
  })

  test('students have their own scores and what they have still to hand in, and nothing of others', async () => {
    const [marked, other] = [student(0).token, student(2).token]
    expect(await titles(marked)).toEqual(['最近的成绩'])
    expect(await figures(marked, '最近的成绩', '成绩')).toEqual([90])
    expect(await figures(other, '最近的成绩', '成绩')).toEqual([])
    expect(await kinds(marked, 'doing')).toEqual(['提交 1'])
    expect(await kinds(other, 'doing')).toEqual(['提交 1', '提交 1'])
  })

  test('administrators see visits, accounts, jobs and storage, and the job that failed until it runs well', async () => {
    const as = await app.signIn('admin', '1')
    expect(await titles(as)).toEqual(expect.arrayContaining(['最近七天访问', '各角色人数', '最近七天定时任务', '存储空间']))
    expect((await figures(as, '最近七天访问', '访问次数'))?.at(-1)).toBeGreaterThan(0)
    const { db } = app.app.engine
    const job = await db.read.selectFrom('sys_quartz_job').select('id').executeTakeFirstOrThrow()
    const ran = (id: string, outcome: string, time: string, days = 0) => {
      const run = {
        id,
        outcome,
        job_id: job.id,
        cause: 'time',
        begin_time: `${dayText(days)} ${time}`,
        node: 'one',
        due: Number(id),
        lease: 0,
      }
      return db.write((tx) => tx.insertInto('sys_job_run').values(run).execute())
    }
    await ran('1', 'failed', '00:00:01')
    expect(await kinds(as, 'supervised')).toContain('任务失败 1')
    const failures = () => figures(as, '最近七天定时任务', '失败')
    await expect.poll(async () => (await failures())?.at(-1), { timeout: 5_000 }).toBe(1)
    // Within the same second.
    await ran('2', 'done', '00:00:01')
    expect(await kinds(as, 'supervised')).not.toContain('任务失败 1')
  })

  test('people in the bin count in no role', async () => {
    const as = await app.signIn('admin', '1')
    const students = async () => {
      const chart = (await charts(as)).find(({ title }) => title === '各角色人数')
      return chart?.series[0]?.values[chart.names.indexOf('学生')] ?? -1
    }
    const before = await students()
    const { id } = await aPerson(app, as, '4')
    expect(await students()).toBe(before + 1)
    expect((await app.call('DELETE', '/sys/user/delete', { as, query: { id } })).body.success).toBe(true)
    expect(await students()).toBe(before)
  })

  test('the runs of days that are over are counted once, however many there were', async () => {
    const node = await testApp({ database })
    const as = await node.signIn('admin', '1')
    const { db } = node.app.engine
    const run = { job_id: 'any', cause: 'schedule', outcome: 'done', node: 'one', due: 0, lease: 0, begin_time: `${dayText(-3)} 00:00:00` }
    await db.write((tx) =>
      tx
        .insertInto('sys_job_run')
        .values([1, 2, 3].map((n) => ({ id: `past-${n}`, ...run })))
        .execute(),
    )
    const done = async () => {
      const { result } = (await node.call<HomeChart[]>('GET', '/sys/homeCharts', { as })).body
      return result.find(({ title }) => title === '最近七天定时任务')?.series.find(({ name }) => name === '成功')?.values
    }
    expect(await done()).toEqual([0, 0, 0, 3, 0, 0, 0])
    // Nobody but the job that clears old runs takes any away, and what was there then is still what happened.
    await db.write((tx) => tx.deleteFrom('sys_job_run').where('job_id', '=', 'any').execute())
    expect(await done()).toEqual([0, 0, 0, 3, 0, 0, 0])
    await node.close()
  })

  test('a teacher of another course has neither figures nor tasks of this one', async () => {
    const { token } = await aPerson(app, day.lab.admin, '2')
    expect(await figures(token, '各课程评分进度', '待评分')).toEqual([])
    expect(await figures(token, '最近七天提交与评分', '提交')).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(await tasks(token)).toEqual([])
    expect((await app.call('GET', '/sys/homeTasks')).status).toBe(401)
  })
})
