import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditOf, expectNotFound, type WorldRow } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { markBody } from '../../../../../src/plugins/live-inspection/client/state/mark.ts'
import type { ResultRow } from '../../../../../src/plugins/live-inspection/wire.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { aCourseDay, type CourseDay } from './course-day.ts'

type Page = { records: WorldRow[]; total: number }

onBothDatabases('marking submissions', (database) => {
  let app: TestApp
  let day: CourseDay
  beforeAll(async () => {
    app = await testApp({ database })
    day = await aCourseDay(app, { students: 7 })
  })
  afterAll(() => app.close())
  const edit = (as: CourseDay['teacher'], body: object, key?: string) => day.call('PUT', 'edit', { as, body, ...(key ? { key } : {}) })

  test('a submission is in the teacher’s first list, a marked one in the history, with marker and time', async () => {
    const row = await day.submitted(0)
    expect(row).toMatchObject({ submitStatus: 1, submitCount: 1 })
    const waiting = await day.get<Page>('submitList', day.teacher, { courseId: day.lab.courseId })
    expect(waiting.records.map(({ id }) => id)).toEqual([row.id])
    const saved = await edit(day.assistants[0], {
      id: row.id,
      version: row.version,
      _base: { score: null, comment: null, bz: null, submitStatus: 1 },
      score: 92.5,
      comment: '操作规范',
      bz: '迟到',
      submitStatus: 2,
      submitCount: 1,
    })
    expect(saved.body.message).toBe('保存成功！')
    const { realname: name, id } = day.assistants[0]
    expect(saved.body.result).toMatchObject({ score: 92.5, submitStatus: 2, markerId: id, markerId_dictText: name, comment: '操作规范' })
    expect((await day.get<Page>('submitList', day.teacher)).total).toBe(0)
    const history = await day.get<Page>('submitHistoryList', day.teacher)
    expect(history.records.map((one) => [one.id, one.score])).toEqual([[row.id, 92.5]])
  })

  test('every rule about a mark has its sentence', async () => {
    const { id } = await day.result(1)
    const said = async (body: object) => (await edit(day.teacher, { id, ...body })).body.message
    expect(await said({ comment: '无分数' })).toBe('请填写分数')
    expect(await said({ score: '' })).toBe('请填写分数')
    expect(await said({ score: 101 })).toBe('分数应在 0 到 100 之间!')
    expect(await said({ score: -1 })).toBe('分数应在 0 到 100 之间!')
    expect(await said({ score: 88.25 })).toBe('分数最多1位小数')
    expect(await said({ score: 60, submitStatus: 1 })).toBe('状态只能改为已评分！')
    expect(await said({ score: 60, comment: '长'.repeat(501) })).toContain('500')
    expect(await day.result(1)).toMatchObject({ score: null, submitStatus: 0, markerId: null })
  })

  test('values that only the server writes are not taken from a client', async () => {
    const { id } = await day.result(1)
    await edit(day.teacher, {
      id,
      score: 70,
      markerId: day.students[0]?.id,
      markTime: '2000-01-01 00:00:00',
      filePaths: 'a.png',
      courseId: 'x',
    })
    const row = await day.result(1)
    expect(row).toMatchObject({ score: 70, markerId: day.teacher.id, filePaths: null, courseId: day.lab.courseId })
    expect(String(row.markTime) > '2026').toBe(true)
    await edit(day.assistants[0], { id, score: 70 })
    expect(await day.result(1)).toMatchObject({ markerId: day.teacher.id, version: row.version })
  })

  test('a ready-made comment is copied, so that changing it later changes no mark', async () => {
    const admin = { id: '', realname: '', token: day.lab.admin }
    const ready = await day.done('/inspect/bhInspectionComment/add', admin, { comment: '很好', commentLeve: 1, commentType: '1' })
    const { id } = await day.result(2)
    await edit(day.teacher, { id, score: 95, inspectionCommentId: ready.id })
    await day.call('PUT', '/inspect/bhInspectionComment/edit', { as: admin, body: { id: ready.id, comment: '尚可' } })
    expect(await day.result(2)).toMatchObject({ comment: '很好', inspectionCommentId: ready.id })
  })

  test('marking photos that were replaced meanwhile is a conflict, and so is a mark over another marker’s score', async () => {
    const opened = await day.submitted(3)
    const again = await day.submitted(3)
    expect(again).toMatchObject({ submitCount: 2, submitStatus: 1 })
    const seen = { version: opened.version, submitCount: 1, _base: { score: null } }
    const late = await edit(day.teacher, { id: opened.id, score: 50, ...seen })
    expect([late.status, late.body.details]).toMatchObject([409, { clashes: [{ field: 'submitCount', yours: 1, theirs: 2 }] }])
    const unversioned = await edit(day.teacher, { id: opened.id, score: 50, submitCount: 1 })
    expect([unversioned.status, unversioned.body.message]).toEqual([409, '学生已重新提交，请查看后再评分！'])
    const fresh = { version: again.version, submitCount: 2, _base: { score: null, submitCount: 2 } }
    expect((await edit(day.assistants[0], { id: opened.id, score: 80, ...fresh })).body.success).toBe(true)
    const second = await edit(day.assistants[1], { id: opened.id, score: 60, ...fresh })
    expect(second.body.details).toMatchObject({
      clashes: [{ field: 'score', yours: 60, theirs: 80 }],
      whoName: day.assistants[0].realname,
    })
    expect((await day.result(3)).score).toBe(80)
  })

  test('the workbench’s save for photos replaced meanwhile is refused, and accepted once the marker has seen them', async () => {
    const read = async () => {
      const { records } = await day.get<{ records: ResultRow[] }>('submitList', day.teacher, { courseId: day.lab.courseId })
      const row = records.find(({ id }) => id === opened.id)
      if (!row) throw new Error('not submitted')
      return row
    }
    const draft = { score: '50', comment: '', inspectionCommentId: null, bz: '' }
    const opened = await day.submitted(6)
    const seen = await read()
    await day.submitted(6)
    const late = await edit(day.teacher, markBody(seen, draft))
    expect([late.status, late.body.details]).toMatchObject([409, { clashes: [{ field: 'submitCount', yours: 1, theirs: 2 }] }])
    const { submitCount } = await read()
    expect((await edit(day.teacher, markBody({ ...seen, submitCount }, draft))).body.success).toBe(true)
    expect(await day.result(6)).toMatchObject({ score: 50, submitStatus: 2, submitCount: 2 })
  })

  test('the kit number of a locked seat can still be corrected from the workbench', async () => {
    const { id } = await day.result(4)
    const answer = await day.call<string>('GET', 'updateTjh', { as: day.assistants[0], query: { inspectionResultId: id, tjh: 'K-7' } })
    expect(answer.body).toMatchObject({ success: true, message: '修改成功！', result: 'K-7' })
    expect((await day.result(4)).tjh).toBe('K-7')
    expect(await day.refusal('updateTjh', day.teacher, { inspectionResultId: id, tjh: '' })).toBe('请输入套件号!')
  })

  test('markers can undo their own last mark, but nobody else’s, and none that has changed since', async () => {
    const row = await day.submitted(5)
    await edit(day.assistants[0], { id: row.id, score: 10, comment: '手误' })
    expect(await day.refusal('undoMark', day.assistants[1], { id: row.id })).toBe('只能撤销自己最近一次的评分！')
    const undone = await day.done('undoMark', day.assistants[0], { id: row.id })
    expect(undone).toMatchObject({ score: null, comment: null, submitStatus: 1, markerId: null, markTime: null })
    await edit(day.assistants[0], { id: row.id, score: 20 })
    await edit(day.assistants[0], { id: row.id, score: 30 })
    expect(await day.done('undoMark', day.assistants[0], { id: row.id })).toMatchObject({ score: 20, submitStatus: 2 })
    expect(await day.refusal('undoMark', day.assistants[0], { id: row.id })).toBe('该结果已被修改，不能撤销！')
    const versions = (await auditOf(app, row.id)).filter(({ operation }) => operation !== 'undo')
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('nobody from another course can reach a result by its id', async () => {
    const other = await aCourseDay(app, { students: 1 })
    const { id } = await day.result(0)
    for (const as of [other.teacher, other.assistants[0]]) {
      expectNotFound(await other.call('GET', 'queryById', { as, query: { id } }))
      expectNotFound(await edit(as, { id, score: 1 }))
      for (const call of ['claim', 'undoMark']) expect(await other.refusal(call, as, { id })).toBe('未找到对应实体')
      expect(await other.refusal('updateTjh', as, { inspectionResultId: id, tjh: '1' })).toBe('未找到对应实体')
    }
  })
})
