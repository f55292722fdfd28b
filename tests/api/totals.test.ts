import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { writeStudents } from '../support/students.ts'
import { aSession, written } from './teaching-rows.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import { addRow, stored } from './world.ts'

/** Of fewer rows SQLite knows the total from their ids. */
const MANY = 28

/** Totals are cached; each of these was once cached too long or for too many people. */
onBothDatabases('the total of a list', (database) => {
  let app: TestApp
  let admin: string
  let mine: CourseWorld
  let theirs: CourseWorld
  let students: readonly string[]
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    const semester = (await aSemester(app, admin)).id
    mine = await aCourse(app, { admin, semester, mark: '甲' })
    theirs = await aCourse(app, { admin, semester, mark: '乙' })
    students = [mine.student.id, ...(await writeStudents(app.app.engine, MANY - 1))]
  })
  afterAll(() => app.close())

  /** Asks for a second page of so few rows that the total follows neither from them nor from their ids. */
  const totalFor = async (as: string, courseId: string): Promise<number> => {
    const query = { ofCourseId: courseId, pageNo: 2, pageSize: 1 }
    return (await app.call<{ total: number }>('GET', '/jw/user/listStu', { as, query })).body.result.total
  }

  test('filtered by a rule is separate for each caller, whoever asked first', async () => {
    await written(
      app,
      'classStudent',
      students.slice(1).map((stuId, n) => ({ classId: mine.class.id, stuId, groupNum: 2, seatNum: n + 1 })),
    )
    expect(await totalFor(mine.teacher.token, mine.course.id)).toBe(MANY)
    expect(await totalFor(theirs.teacher.token, mine.course.id)).toBe(0)
    expect(await totalFor(mine.teacher.token, theirs.course.id)).toBe(0)
    expect(await totalFor(theirs.teacher.token, theirs.course.id)).toBe(1)
  })

  test('filtered by a count follows the counted rows', async () => {
    const days = Array.from({ length: MANY }, (_, n) => `2026-11-${String(n + 1).padStart(2, '0')}`)
    const sessions = await written(
      app,
      'session',
      days.map((day) => aSession(mine, ['08:00', '08:30'], { startTime: `${day} 08:00:00`, endTime: `${day} 08:30:00` })),
    )
    const needed = { courseId: mine.course.id, experiId: mine.experiment.id, classIds: mine.class.id }
    const query = { ...needed, peopleNum_begin: 1, pageNo: 1, pageSize: 1 }
    const total = async () =>
      (await app.call<{ total: number }>('GET', '/inspect/bhExperiGroup/list', { as: admin, query })).body.result.total
    expect(await total()).toBe(0)
    const members = sessions.map((experiGroupId, n) => ({ experiGroupId, experiId: mine.experiment.id, stuId: students[n] }))
    const [first] = await written(app, 'sessionMember', members)
    await expect.poll(total, { timeout: 5000 }).toBe(MANY)
    await written(app, 'sessionMember', [{ id: first }], { operation: 'delete' })
    await expect.poll(total, { timeout: 5000 }).toBe(MANY - 1)
  })

  test('follows rows into the bin, out of it and when they are purged', async () => {
    const total = async (list: string) =>
      (await app.call<{ total: number }>('GET', `/sys/dict/${list}`, { as: admin, query: { pageNo: 2, pageSize: 1 } })).body.result.total
    const totals = async () => [await total('list'), await total('deleteList')]
    const [live = 0, binned = 0] = await totals()
    const { id } = await addRow(app, '/sys/dict', { as: admin, body: { dictName: '总数', dictCode: 'totals' } })
    const { id: other } = await addRow(app, '/sys/dict', { as: admin, body: { dictName: '总数二', dictCode: 'totals2' } })
    expect(await totals()).toEqual([live + 2, binned])
    for (const one of [id, other]) await app.call('DELETE', '/sys/dict/delete', { as: admin, query: { id: one } })
    await expect.poll(totals, { timeout: 5000 }).toEqual([live, binned + 2])
    await app.call('PUT', `/sys/dict/back/${id}`, { as: admin })
    await expect.poll(totals, { timeout: 5000 }).toEqual([live + 1, binned + 1])
    await app.call('DELETE', `/sys/dict/deletePhysic/${other}`, { as: admin })
    await expect.poll(totals, { timeout: 5000 }).toEqual([live + 1, binned])
  })

  test('of what somebody receives stops at ten thousand, unless it is asked for exactly', async () => {
    await app.app.engine.db.write((tx) =>
      sql`insert into sys_announcement
        (annt_id, titile, msg_category, msg_abstract, end_time, msg_type, send_status, send_time, create_time, version)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 10050)
        select 'many' || i, '通告', '1', '摘要', '2099-01-01 00:00:00', 'ALL', 1, '2026-01-01 00:00:00', '2026-01-01 00:00:00', 1 from n`.execute(
        tx,
      ),
    )
    const page = async (query: Record<string, string>) =>
      (await app.call<{ total: number; more?: true }>('GET', '/sys/sysAnnouncementSend/getMyAnnouncementSend', { as: admin, query })).body
        .result
    expect(await page({ pageSize: '10' })).toMatchObject({ total: 10_000, more: true })
    const exact = await page({ pageSize: '10', exactTotal: '1' })
    expect(exact.total).toBe(10_050)
    expect(exact).not.toHaveProperty('more')
  })

  test('walks and pages agree if students have no number', async () => {
    const [department] = await stored(app, 'sys_depart')
    for (let n = 0; n < 12; n++) {
      const person = { username: `plain${n}`, password: 'Abc123!@', confirmpassword: 'Abc123!@', realname: `无学号${n}` }
      await addRow(app, '/sys/user', {
        as: admin,
        body: { ...person, selectedroles: '1000000000000000004', selecteddeparts: department?.['id'] },
      })
    }
    for (const order of ['asc', 'desc']) {
      const seen: string[] = []
      for (let pageNo = 1; pageNo < 50; pageNo++) {
        const query = { column: 'studyNumber', order, pageNo, pageSize: 1 }
        const { records } = (await app.call<{ records: { id: string }[] }>('GET', '/jw/user/list', { as: admin, query })).body.result
        if (!records.length) break
        seen.push(...records.map((row) => row.id))
      }
      expect(new Set(seen).size).toBe(12 + MANY + 1)
      const walked: string[] = []
      for await (const rows of app.app.engine.walk(
        { entity: 'student', query: { column: 'studyNumber', order }, actor: await actorOf() },
        3,
      ))
        walked.push(...rows.map((row) => String(row['id'])))
      expect(walked).toEqual(seen)
    }
  })

  async function actorOf() {
    const [row] = (await stored(app, 'sys_user')).filter((user) => user['username'] === 'admin')
    const permissions = new Set<string>()
    return { id: String(row?.['id']), username: 'admin', realname: '', role: '1', orgCode: '', permissions }
  }
})
