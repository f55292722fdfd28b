import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNotFound, stored, type WorldRow } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { aCourseDay, type CourseDay, type Person } from './course-day.ts'

interface MySession extends WorldRow {
  readonly items: readonly (WorldRow & { readonly help: WorldRow | null })[]
}

onBothDatabases('a student’s own page', (database) => {
  let app: TestApp
  let day: CourseDay
  let [first, second]: Person[] = []
  beforeAll(async () => {
    app = await testApp({ database })
    day = await aCourseDay(app, { students: 4, items: 2 })
    ;[first, second] = day.students
  })
  afterAll(() => app.close())
  const me = (): Person => first ?? day.teacher
  const partner = (): Person => second ?? day.teacher
  const sessions = (as: Person) => day.get<MySession[]>('mySessions', as)

  test('shows students their sessions with seat, device and the items to submit', async () => {
    const [session, ...others] = await sessions(me())
    expect(others).toEqual([])
    expect(session).toMatchObject({
      courseId: day.lab.courseId,
      experiId: day.lab.experiId,
      experiGroupId: day.session.id,
      groupName: day.session.groupName,
      startTime: day.session.startTime,
      seatnum: 1,
      facilityNum: 'D001',
    })
    expect(String(session?.address)).toContain('1室')
    expect(session?.items.map((item) => [item.inspectName, item.submitStatus, item.submitCount, item.score, item.help])).toEqual([
      ['考察1', 0, 0, null, null],
      ['考察2', 0, 0, null, null],
    ])
  })

  test('shows sessions that have no results yet, and the next one first', async () => {
    const experiment = await day.lab.done('/inspect/bhExperi/add', {
      courseId: day.lab.courseId,
      semester: day.lab.semester,
      experiName: '第二次',
    })
    const later = await day.lab.session({ experiId: experiment.id, startTime: '2026-12-30 08:00:00', endTime: '2026-12-30 09:00:00' })
    await day.lab.done('/inspect/bhExperiGroup/groupAddStu', { experiGroupId: later.id, ids: me().id })
    const mine = await sessions(me())
    expect(mine.map((one) => [one.experiGroupId, one.seatnum, one.items.length])).toEqual([
      [later.id, null, 0],
      [day.session.id, 1, 2],
    ])
  })

  test('accepts photos again and again until they are scored', async () => {
    const { id } = await day.result(0)
    const [photo, better] = [await day.photo(me()), await day.photo(me())]
    const answer = await day.call('POST', 'submit', { as: me(), body: { id, filePaths: photo } })
    expect(answer.body).toMatchObject({ message: '提交成功', result: { submitStatus: 1, filePaths: photo, submitCount: 1 } })
    expect(await day.done('submit', me(), { id, filePaths: `${photo},${better}` })).toMatchObject({ submitCount: 2 })
    await day.call('PUT', 'edit', { as: day.teacher, body: { id, score: 88, comment: '清楚' } })
    expect(await day.refusal('submit', me(), { id, filePaths: photo })).toBe('已评分，不能再提交！')
    const item = (await sessions(me())).at(-1)?.items[0]
    expect(item).toMatchObject({ submitStatus: 2, score: 88, comment: '清楚', filePaths: `${photo},${better}` })
    const list = await day.get<{ records: WorldRow[] }>('stuList', me(), { inspectionId: day.items[0]?.id ?? '' })
    expect(list.records.map((row) => [row.id, row.score])).toEqual([[id, 88]])
  })

  test('counts two submissions at once as two, and loses none', async () => {
    const { id } = await day.result(2)
    const as = day.students[2] ?? me()
    const photos = await Promise.all([1, 2, 3, 4].map(() => day.photo(as)))
    const answers = await Promise.all(photos.map((filePaths) => day.call('POST', 'submit', { as, body: { id, filePaths } })))
    expect(answers.map(({ body }) => body.success)).toEqual([true, true, true, true])
    expect(await day.result(2)).toMatchObject({ submitCount: 4, submitStatus: 1 })
  })

  test('accepts thirty submissions and no more, so that nobody fills the disk', async () => {
    const { id } = await day.result(3)
    const as = day.students[3] ?? me()
    const filePaths = await day.photo(as)
    for (let time = 1; time <= 30; time++) await day.done('submit', as, { id, filePaths })
    expect(await day.refusal('submit', as, { id, filePaths: await day.photo(as) })).toBe('提交次数过多，请联系教师！')
    expect(await day.result(3)).toMatchObject({ submitCount: 30, filePaths })
  })

  test('refuses an empty submission, somebody else’s photo, and a file that is not a photo', async () => {
    const { id } = await day.result(0, 1)
    expect(await day.refusal('submit', me(), { id })).toBe('请上传图片')
    expect(await day.refusal('submit', me(), { id, filePaths: 'x/unknown.png' })).toBe('文件不存在或已失效，请重新上传')
    expect(await day.refusal('submit', me(), { id, filePaths: await day.photo(partner()) })).toBe('文件不存在或已失效，请重新上传')
    expect(await day.refusal('submit', me(), { id, filePaths: 'a.html' })).toBe('请上传图片')
    expect(await day.result(0, 1)).toMatchObject({ submitStatus: 0, filePaths: null })
  })

  test('gives access to no other student’s result, photo, help or history by any id', async () => {
    const theirs = await day.submitted(1, 1)
    const open = await day.done('help', partner(), { id: theirs.id })
    const path = String(theirs.filePaths)
    const as = me()
    expectNotFound(await day.call('GET', 'queryById', { as, query: { id: theirs.id } }))
    expectNotFound(await day.call('GET', '/inspect/bhHelpRequest/queryById', { as, query: { id: open.id } }))
    for (const call of ['submit', 'help', 'cancelHelp'])
      expect(await day.refusal(call, as, { id: theirs.id, filePaths: await day.photo(as) })).toBe('未找到对应实体')
    for (const call of ['stuList', 'list', 'submitList', 'submitHistoryList', 'helpList', '/inspect/bhHelpRequest/list']) {
      const query = { stuId: partner().id, inspectionId: day.items[1]?.id ?? '' }
      expect([call, (await day.get<{ records: WorldRow[] }>(call, as, query)).records]).toEqual([call, []])
    }
    expect(JSON.stringify(await sessions(as))).not.toContain(theirs.id)
    expect((await app.call('GET', `/sys/common/static/${path}`, { as: as.token })).status).toBe(404)
    expect((await app.call('GET', `/sys/common/static/${path}`, { as: partner().token })).status).toBe(200)
    expect((await app.call('GET', `/sys/common/static/${path}`, { as: day.assistants[0].token })).status).toBe(200)
    expect((await app.call('POST', '/sys/common/sign', { as: as.token, body: { paths: [path] } })).body.result).toEqual({})
  })

  test('allows nothing that marking staff do', async () => {
    const { id } = await day.result(0)
    const before = await stored(app, 'bh_inspection_result')
    const calls = ['claim', 'release', 'next', 'takeHelp', 'solveHelp', 'returnHelp', 'undoMark', 'updateTjh']
    for (const call of [...calls, 'updateInspectionResultSubmitStatus'])
      expect([call, (await day.call('POST', call, { as: me(), body: { id, inspectionResultId: id } })).body.code]).toEqual([call, 510])
    for (const call of ['claims', 'progress', 'history', 'exportXls'])
      expect([call, (await day.call('GET', call, { as: me(), query: { id } })).body.code]).toEqual([call, 510])
    expect((await day.call('PUT', 'edit', { as: me(), body: { id, score: 100 } })).body.code).toBe(510)
    expect((await day.call('DELETE', 'delete', { as: me(), query: { id } })).body.code).toBe(510)
    expect(await stored(app, 'bh_inspection_result')).toEqual(before)
  })

  test('does not let marking staff submit for a student', async () => {
    const { id } = await day.result(0)
    for (const as of [day.teacher, day.assistants[0]])
      expect((await day.call('POST', 'submit', { as, body: { id, filePaths: 'a.png' } })).body.code).toBe(510)
  })

  test('never shows who marked, helped or wrote, not even through a filter or an order', async () => {
    const { id } = await day.submitted(2, 1)
    const first = await day.result(0)
    await day.call('PUT', 'edit', { as: day.assistants[0], body: { id, score: 70 } })
    const own = await day.submitted(0, 1)
    await day.call('PUT', 'edit', { as: day.assistants[1], body: { id: own.id, score: 60 } })
    const { id: asked } = await day.done('help', me(), { id: first.id })
    await day.done('takeHelp', day.assistants[0], { id: asked })
    await day.done('solveHelp', day.assistants[1], { id: asked })
    const helps = '/inspect/bhHelpRequest'
    const list = async (path: string, query: Record<string, string> = {}) =>
      (await day.get<{ records: WorldRow[] }>(path, me(), query)).records
    const results = [...(await list('stuList')), ...(await list('submitHistoryList')), await day.get('queryById', me(), { id: own.id })]
    const requests = [...(await list(`${helps}/list`)), await day.get(`${helps}/queryById`, me(), { id: asked })]
    expect([results.length, requests.length]).toEqual([5, 2])
    const marker = /"(markerId|inspectionCommentId|takerId|solverId|createBy|updateBy)/
    expect(JSON.stringify([results, requests])).not.toMatch(marker)
    expect(JSON.stringify([results, requests])).not.toContain(day.assistants[1].id)
    expect(results.at(-1)).toMatchObject({ id: own.id, score: 60 })
    const ids = async (path: string, query: Record<string, string>) => (await list(path, query)).map((row) => row.id)
    const all = await ids('stuList', {})
    expect(await ids('stuList', { markerId: day.teacher.id })).toEqual(all)
    const superQueryParams = JSON.stringify([{ field: 'markerId', rule: 'eq', val: day.assistants[1].id }])
    const advanced = await day.call('GET', 'stuList', { as: me(), query: { superQueryParams } })
    expect(advanced.body.message).toBe('高级查询不支持字段“markerId”')
    expect(await ids('stuList', { column: 'markerId', order: 'asc' })).toEqual(await ids('stuList', { column: 'markerId', order: 'desc' }))
    expect(await ids(`${helps}/list`, { takerId: '0' })).toEqual([asked])
    const staff = await day.get('queryById', day.teacher, { id: own.id })
    expect(staff).toMatchObject({ markerId: day.assistants[1].id, markerId_dictText: day.assistants[1].realname })
    const filtered = { inspectionId: day.items[1]?.id ?? '', markerId: day.assistants[1].id }
    expect((await day.get<{ records: WorldRow[] }>('list', day.teacher, filtered)).records.map((row) => row.id)).toEqual([own.id])
  })

  test('keeps the results of a withdrawn course, with all names, and shows nothing else of it', async () => {
    const names = ['courseId', 'experiId', 'experiGroupId', 'inspectionId', 'semester'].map((key) => `${key}_dictText`)
    const before = await day.get<{ records: WorldRow[] }>('stuList', me())
    const shown = (await sessions(me())).find((one) => one.experiGroupId === day.session.id)
    expect(before.records.length).toBeGreaterThan(0)
    await day.lab.done('/inspect/bhCourse/audit', { id: day.lab.courseId, status: 0 })
    const after = await day.get<{ records: WorldRow[] }>('stuList', me())
    expect(after).toEqual(before)
    for (const row of after.records) for (const name of names) expect(row[name], name).toMatch(/\S/)
    expect(await sessions(me())).toEqual([{ ...shown, isWithdrawn: true }])
    for (const list of ['/inspect/bhCourse', '/inspect/bhExperi', '/inspect/bhExperiGroup', '/jw/bhClass']) {
      const { body } = await day.call<{ total: number } | null>('GET', `${list}/list`, { as: me() })
      expect(body.result?.total ?? 0, list).toBe(0)
    }
    const [own] = after.records
    const filePaths = await day.photo(me())
    for (const call of ['submit', 'help'])
      expect(await day.refusal(call, me(), { id: own?.id, filePaths })).toBe('课程已撤销发布，不能再提交或求助！')
    expect((await day.get('queryById', me(), { id: String(own?.id) })).id).toBe(own?.id)
    await day.lab.done('/inspect/bhCourse/audit', { id: day.lab.courseId, status: 1 })
  })
})
