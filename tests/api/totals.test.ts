import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { addSession, aSession, written } from './teaching-rows.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import { addRow, stored } from './world.ts'

/** Totals are cached; each of these was once cached too long or for too many people. */
onBothDatabases('the total of a list', (database) => {
  let app: TestApp
  let admin: string
  let mine: CourseWorld
  let theirs: CourseWorld
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    const semester = (await aSemester(app, admin)).id
    mine = await aCourse(app, { admin, semester, mark: '甲' })
    theirs = await aCourse(app, { admin, semester, mark: '乙' })
  })
  afterAll(() => app.close())

  /** Requests a page after the last one, so that the total cannot be derived from the rows. */
  const totalFor = async (as: string, courseId: string): Promise<number> => {
    const query = { ofCourseId: courseId, pageNo: 2, pageSize: 1 }
    return (await app.call<{ total: number }>('GET', '/jw/user/listStu', { as, query })).body.result.total
  }

  test('filtered by a rule is separate for each caller, whoever asked first', async () => {
    const own = await totalFor(mine.teacher.token, mine.course.id)
    expect(own).toBe(1)
    expect(await totalFor(theirs.teacher.token, mine.course.id)).toBe(0)
    expect(await totalFor(mine.teacher.token, theirs.course.id)).toBe(0)
    expect(await totalFor(theirs.teacher.token, theirs.course.id)).toBe(1)
  })

  test('filtered by a count follows the counted rows', async () => {
    const session = (await addSession(app, admin, aSession(mine, ['08:00', '08:30']))).body.result
    const needed = { courseId: mine.course.id, experiId: mine.experiment.id, classIds: mine.class.id }
    const query = { ...needed, peopleNum_begin: 1, pageNo: 2, pageSize: 1 }
    const total = async () =>
      (await app.call<{ total: number }>('GET', '/inspect/bhExperiGroup/list', { as: admin, query })).body.result.total
    expect(await total()).toBe(0)
    await written(app, 'sessionMember', [{ experiGroupId: session.id, experiId: mine.experiment.id, stuId: mine.student.id }])
    await expect.poll(total, { timeout: 5000 }).toBe(1)
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
      for (let pageNo = 1; pageNo < 30; pageNo++) {
        const query = { column: 'studyNumber', order, pageNo, pageSize: 1 }
        const { records } = (await app.call<{ records: { id: string }[] }>('GET', '/jw/user/list', { as: admin, query })).body.result
        if (!records.length) break
        seen.push(...records.map((row) => row.id))
      }
      expect(new Set(seen).size).toBe(14)
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
