import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditOf, type WorldRow } from '../../../../api/world.ts'
import { readSheet } from '../../../../../engine/server/transfer/sheet/workbook.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { aCourseDay, type CourseDay, type Person } from './course-day.ts'

interface Plan {
  readonly rows: (WorldRow & { after: WorldRow })[]
  readonly skipped: (WorldRow & { why: string })[]
}
type Page = { records: WorldRow[]; total: number }

onBothDatabases('students who did not submit', (database) => {
  let app: TestApp
  let day: CourseDay
  beforeAll(async () => {
    app = await testApp({ database })
    day = await aCourseDay(app, { students: 8, items: 2 })
  })
  afterAll(() => app.close())
  const student = (index: number): Person => day.students[index] ?? day.teacher
  const place = () => ({ courseId: day.lab.courseId, experiGroupId: day.session.id })
  const plan = (body: object, as = day.teacher) => day.done<Plan>('planMarks', as, { ...place(), ...body })
  const seen = (rows: readonly WorldRow[]) => ({
    ids: rows.map(({ id }) => id).join(','),
    versions: rows.map(({ version }) => version).join(','),
  })
  const mark = (rows: readonly WorldRow[], body: object, options: { as?: Person; key?: string } = {}) => {
    const { as = day.teacher, key } = options
    return day.call<{ id: string; version: number }[]>('POST', 'markMany', {
      as,
      body: { ...seen(rows), ...body },
      ...(key ? { key } : {}),
    })
  }
  const absent = { mark: 'absent', absentReason: '病假' }

  test('a student is marked absent with a reason; this is in the history, is shown to the student, and can be undone', async () => {
    const row = await day.result(0)
    const answer = await mark([row], absent, { as: day.assistants[0] })
    expect(answer.body.message).toBe('已登记缺席 1 项！')
    expect(await day.result(0)).toMatchObject({
      submitStatus: 0,
      score: null,
      attendance: 1,
      attendance_dictText: '缺席',
      absentReason: '病假',
    })
    const [lesson] = await day.get<{ items: WorldRow[] }[]>('mySessions', student(0))
    expect(lesson?.items[0]).toMatchObject({ submitStatus: 0, attendance: 1, absentReason: '病假' })
    const last = (await auditOf(app, row.id)).at(-1)
    expect(JSON.parse(String(last?.changes))).toMatchObject({ attendance: [null, 1], absentReason: [null, '病假'] })
    expect(await day.refusal('undoMarks', day.teacher, seen(answer.body.result))).toBe('已有变化，不能撤销！')
    await day.done('undoMarks', day.assistants[0], seen(answer.body.result))
    expect(await day.result(0)).toMatchObject({ attendance: null, absentReason: null })
    expect((await auditOf(app, row.id)).map(({ operation }) => operation)).toEqual(['add', 'edit', 'edit', 'undo'])
  })

  test('reason, score and kind of mark are required, and a student who submitted cannot be marked absent', async () => {
    const row = await day.result(1)
    const said = async (body: object) => (await mark([row], body)).body.message
    expect(await said({ mark: 'absent' })).toBe('请输入缺席原因！')
    expect(await said({ mark: 'score' })).toBe('请填写分数')
    expect(await said({ mark: 'score', score: 101 })).toBe('分数应在 0 到 100 之间!')
    expect(await said({})).toBe('请选择登记方式！')
    expect(await said({ mark: 'present' })).toBe(`${student(1).realname}：未缺席，请重新预览！`)
    const handedIn = await day.submitted(1)
    const refused = await mark([handedIn], absent)
    expect([refused.status, refused.body.message]).toEqual([409, `${student(1).realname}：已提交，请重新预览！`])
    expect(await day.result(1)).toMatchObject({ submitStatus: 1, attendance: null })
  })

  test('a score without a submission records that the work was shown at the bench', async () => {
    const row = await day.result(2)
    await day.call('PUT', 'edit', { as: day.teacher, body: { id: row.id, version: row.version, score: 77 } })
    expect(await day.result(2)).toMatchObject({ score: 77, submitStatus: 2, attendance: 2, attendance_dictText: '现场评分' })
    await day.done('undoMark', day.teacher, { id: row.id })
    expect(await day.result(2)).toMatchObject({ score: null, submitStatus: 0, attendance: null })
  })

  test('an absent student who submits later, or is scored later, has made it up', async () => {
    for (const index of [2, 3]) await mark([await day.result(index)], absent)
    await day.submitted(2)
    expect(await day.result(2)).toMatchObject({ submitStatus: 1, attendance: 3, absentReason: '病假' })
    const later = await day.result(3)
    await day.call('PUT', 'edit', { as: day.teacher, body: { id: later.id, version: later.version, score: 66 } })
    expect(await day.result(3)).toMatchObject({ submitStatus: 2, attendance: 3, score: 66 })
  })

  test('a whole bench gets one score after a preview that names who is skipped and why', async () => {
    await mark([await day.result(4, 1)], absent)
    await day.done('claim', day.assistants[0], { id: (await day.result(5, 0)).id })
    const bench = { smallGroup: '3', mark: 'score', score: 88, comment: '完成得好' }
    for (const smallGroup of ['99', '3 or 1=1', '三']) expect(await plan({ ...bench, smallGroup })).toMatchObject({ rows: [], skipped: [] })
    const { rows, skipped } = await plan(bench)
    expect(rows.map(({ stuId, after }) => [stuId, after.score])).toEqual([
      [student(4).id, 88],
      [student(5).id, 88],
    ])
    expect(skipped.map(({ stuId, why }) => [stuId, why])).toEqual([
      [student(4).id, '缺席'],
      [student(5).id, `${day.assistants[0].realname}正在评分`],
    ])
    expect((await mark(rows, bench)).body.message).toBe('已评分 2 项！')
    expect(await day.result(4)).toMatchObject({ score: 88, comment: '完成得好', attendance: 2, markerId: day.teacher.id })
    expect(await day.result(5, 0)).toMatchObject({ score: null })
    await day.done('release', day.assistants[0], { id: (await day.result(5, 0)).id })
  })

  test('if a result has changed since the preview, it is named and nothing is written; a result that a colleague holds is not overwritten', async () => {
    const rest = { inspectionId: day.items[0]?.id, mark: 'score', score: 60 }
    const seenBefore = (await plan(rest)).rows
    await day.submitted(6)
    const unseen = await mark(seenBefore, rest)
    expect([unseen.status, unseen.body.message]).toEqual([409, `${student(6).realname}：已有变化，请重新预览！`])
    const { rows } = await plan(rest)
    const changed = rows.find(({ stuId }) => stuId === student(6).id)
    await day.call('PUT', 'edit', { as: day.assistants[1], body: { id: changed?.id, score: 95 } })
    const refused = await mark(rows, rest)
    expect([refused.status, refused.body.message]).toEqual([409, `${student(6).realname}：已评 95 分，请重新预览！`])
    expect(refused.body.details).toMatchObject({ rows: [{ id: changed?.id, why: '已评 95 分' }] })
    const again = await plan(rest)
    const held = again.rows.find(({ stuId }) => stuId === student(7).id)
    await day.done('claim', day.assistants[1], { id: held?.id })
    expect((await mark(again.rows, rest)).body.message).toBe(`${student(7).realname}：${day.assistants[1].realname}正在评分，请重新预览！`)
    expect(await day.result(7)).toMatchObject({ score: null, submitStatus: 0 })
    await day.done('release', day.assistants[1], { id: held?.id })
  })

  test('the rest gets one score, once however often it is sent, and this can be undone except for results marked since', async () => {
    const rest = { inspectionId: day.items[0]?.id, mark: 'score', score: 60 }
    const { rows } = await plan(rest)
    const answers = await Promise.all([1, 2, 3].map(() => mark(rows, rest, { key: 'the-rest' })))
    expect(answers.map(({ body }) => body.message)).toEqual([1, 2, 3].map(() => `已评分 ${rows.length} 项！`))
    for (const { id, version } of rows) {
      const last = (await auditOf(app, id)).at(-1)
      expect(last).toMatchObject({ operation: 'edit', version: Number(version) + 1 })
    }
    expect((await plan(rest)).rows).toEqual([])
    const [first, second] = rows
    await day.call('PUT', 'edit', { as: day.assistants[0], body: { id: first?.id, score: 61 } })
    await day.call('PUT', 'edit', { as: day.teacher, body: { id: second?.id, score: 62 } })
    const undone = await day.call('POST', 'undoMarks', { as: day.teacher, body: seen(answers[0]?.body.result ?? []) })
    expect(undone.body.message).toBe(`已撤销 ${rows.length - 2} 项，2 项已有变化！`)
    const open = await plan(rest)
    expect(open.rows.map(({ id }) => id)).toEqual(rows.slice(2).map(({ id }) => id))
  })

  test('the absent get zero and stay absent; the counts, the full list and the grade sheet show who they are', async () => {
    const item = { inspectionId: String(day.items[1]?.id) }
    const { rows: missing } = await plan({ ...item, ...absent })
    await mark(missing, absent)
    const progress = () => day.get<Record<string, number>>('progress', day.teacher, { ...place(), ...item })
    const before = await progress()
    expect(before).toMatchObject({ total: 8, absent: missing.length + 1 })
    const { rows } = await plan({ ...item, mark: 'absentScore', score: 0 })
    expect(rows).toHaveLength(missing.length + 1)
    await mark(rows, { mark: 'absentScore', score: 0 })
    expect(await progress()).toMatchObject({ absent: 0, scored: Number(before.scored) + rows.length })
    expect(await day.result(4, 1)).toMatchObject({ score: 0, submitStatus: 2, attendance: 1 })
    const all = await day.get<Page>('allList', day.assistants[0], { ...place(), pageSize: '1000' })
    expect(all.total).toBe(16)
    expect(all.records.find(({ id }) => id === rows[0]?.id)).toMatchObject({ attendance_dictText: '缺席', absentReason: '病假' })
    const sheet = await day.call('GET', 'exportXls', { as: day.teacher, query: { ...place(), ...item } })
    const lines: (readonly unknown[])[] = []
    for await (const { cells } of readSheet(new Uint8Array(sheet.raw), 'xlsx')) lines.push([...cells])
    const column = lines[0]?.indexOf('出勤') ?? -1
    expect(lines.filter((line) => line[column] === '缺席')).toHaveLength(rows.length)
  })

  test('an absent student can submit although the absence has a score; that score stays until it is scored again', async () => {
    expect(await day.result(4, 1)).toMatchObject({ score: 0, submitStatus: 2, attendance: 1 })
    await day.submitted(4, 1)
    const waiting = { score: 0, submitStatus: 1, attendance: 3, absentReason: '病假', markerId: day.teacher.id }
    expect(await day.result(4, 1)).toMatchObject(waiting)
    const own = (await day.get<Page>('stuList', student(4), { inspectionId: String(day.items[1]?.id) })).records
    expect(own).toMatchObject([{ score: 0, submitStatus: 1, attendance: 3 }])
    await day.submitted(4, 1)
    expect(await day.result(4, 1)).toMatchObject({ ...waiting, submitCount: 2 })
    const [one] = (await plan({ inspectionId: day.items[1]?.id, mark: 'score', score: 72 })).rows.filter(
      ({ stuId }) => stuId === student(4).id,
    )
    await mark(one ? [one] : [], { mark: 'score', score: 72 }, { as: day.assistants[0] })
    expect(await day.result(4, 1)).toMatchObject({ score: 72, submitStatus: 2, attendance: 3, markerId: day.assistants[0].id })
    const { id } = await day.result(4, 1)
    expect(await day.refusal('submit', student(4), { id, filePaths: await day.photo(student(4)) })).toBe('已评分，不能再提交！')
  })

  test('nobody from another course, and no student, can mark or preview', async () => {
    const other = await aCourseDay(app, { students: 1 })
    const row = await day.result(7, 0)
    expect(await day.refusal('markMany', other.teacher, { ...seen([row]), ...absent })).toBe('未找到对应实体')
    expect(await day.refusal('undoMarks', other.assistants[0], seen([row]))).toBe('未找到对应实体')
    expect((await plan(absent, other.teacher)).rows).toEqual([])
    for (const call of ['markMany', 'planMarks', 'undoMarks']) {
      const answer = await day.call('POST', call, { as: student(7), body: { ...place(), ...seen([row]), ...absent } })
      expect(answer.body.code).toBe(510)
    }
    const forged = { id: row.id, version: row.version, attendance: 1, absentReason: '伪造' }
    await day.call('PUT', 'edit', { as: day.teacher, body: forged })
    expect(await day.result(7, 0)).toMatchObject({ attendance: null })
  })
})
