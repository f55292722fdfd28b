import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auditOf, stored, type WorldRow } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { aCourseDay, type CourseDay } from './course-day.ts'

const storedKey = (key: string) => createHash('sha256').update(key).digest('hex')

onBothDatabases('a write with an idempotency key', (database) => {
  let app: TestApp
  let day: CourseDay
  beforeAll(async () => {
    app = await testApp({ database })
    day = await aCourseDay(app, { students: 4 })
  })
  afterAll(() => app.close())
  const kept = () => stored(app, 'sys_idempotency')

  test('a score whose answer was lost is saved once; the retry gets the same answer', async () => {
    const row = await day.submitted(0)
    const body = { id: row.id, version: row.version, _base: { score: null }, score: 91, submitStatus: 2 }
    const first = await day.call('PUT', 'edit', { as: day.teacher, body, key: 'save-1' })
    await day.call('PUT', 'edit', { as: day.assistants[0], body: { id: row.id, comment: '补充' } })
    const retry = await day.call('PUT', 'edit', { as: day.teacher, body, key: 'save-1' })
    expect(retry.body).toEqual(first.body)
    expect(await day.result(0)).toMatchObject({ score: 91, comment: '补充' })
    expect((await auditOf(app, row.id)).map(({ version }) => version)).toEqual([1, 2, 3, 4])
  })

  test('sent ten times at once, it has one effect', async () => {
    const { id } = await day.result(1)
    const as = day.students[1] ?? day.teacher
    const filePaths = await day.photo(as)
    const calls = Array.from({ length: 10 }, () => day.call('POST', 'submit', { as, body: { id, filePaths }, key: 'submit-1' }))
    const answers = await Promise.all(calls)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.result))).size).toBe(1)
    expect(await day.result(1)).toMatchObject({ submitCount: 1 })
  })

  test('if the stored answer is no longer readable, the caller is told so, and nothing is done twice', async () => {
    const { id } = await day.result(1)
    const comment = () => day.call('PUT', 'edit', { as: day.teacher, body: { id, score: 77 }, key: 'spoilt' })
    expect((await comment()).body.success).toBe(true)
    await app.app.engine.db.write((tx) =>
      tx.updateTable('sys_idempotency').set({ answer: '{"succ' }).where('key', '=', storedKey('spoilt')).execute(),
    )
    expect((await comment()).body).toMatchObject({ success: false, message: '该操作已完成，但当时的结果无法读取，请刷新后查看！' })
    expect(await day.result(1)).toMatchObject({ score: 77 })
  })

  test('unreadable changes in the history are reported as such, and the other entries are still shown', async () => {
    const row = await day.result(1)
    const writes = (await auditOf(app, row.id)).length
    await app.app.engine.db.write((tx) =>
      tx
        .updateTable('sys_audit')
        .set({ changes: '{"score":[1' })
        .where('row_id', '=', row.id)
        .where('version', '=', Number(row.version))
        .execute(),
    )
    const history = await day.get<WorldRow[]>('history', day.teacher, { id: row.id })
    expect(history).toHaveLength(writes)
    expect(history[0]).toMatchObject({ version: row.version, changes: [{ label: '', to: '这次修改的内容无法读取' }] })
    expect(history.slice(1).flatMap(({ changes }) => changes)).not.toContainEqual(expect.objectContaining({ to: '这次修改的内容无法读取' }))
    expect(await day.refusal('undoMarks', day.teacher, { ids: row.id, versions: String(row.version) })).toBe('已有变化，不能撤销！')
  })

  test('the key belongs to the actor, and is valid for one request only', async () => {
    const { id } = await day.result(2)
    const save = (as: CourseDay['teacher'], score: number) => day.call('PUT', 'edit', { as, body: { id, score }, key: 'same' })
    expect((await save(day.assistants[0], 50)).body.result.score).toBe(50)
    expect((await save(day.assistants[1], 60)).body.result.score).toBe(60)
    expect((await save(day.assistants[0], 70)).body.message).toBe('该请求标识已用于其他操作！')
    expect((await day.result(2)).score).toBe(60)
  })

  test('a refusal is not stored: the same request may succeed later', async () => {
    const { id } = await day.result(3)
    const before = (await kept()).length
    const edit = () => day.call('PUT', 'edit', { as: day.teacher, body: { id, comment: '先写评语' }, key: 'late' })
    expect((await edit()).body.message).toBe('请填写分数')
    expect(await kept()).toHaveLength(before)
    await day.call('PUT', 'edit', { as: day.assistants[0], body: { id, score: 60 } })
    expect((await edit()).body.success).toBe(true)
  })

  test('adding and deleting also have one effect', async () => {
    const as = day.teacher
    const body = { courseId: day.lab.courseId, facilityName: '示波器', facilityNum: 'ONCE-1' }
    const add = () => day.call('POST', '/inspect/bhFacility/add', { as, body, key: 'add-1' })
    const [first, second] = [await add(), await add()]
    expect(second.body).toEqual(first.body)
    const { id } = first.body.result
    const remove = () => day.call<null>('DELETE', '/inspect/bhFacility/delete', { as, query: { id }, key: 'delete-1' })
    expect([(await remove()).body.message, (await remove()).body.message]).toEqual(['删除成功!', '删除成功!'])
    const batch = (key: string) => day.call<WorldRow[]>('DELETE', '/inspect/bhFacility/deleteBatch', { as, query: { ids: id }, key })
    expect((await batch('delete-2')).body.success).toBe(false)
  })

  test('calls that make many rows have one effect, and answer the same', async () => {
    const body = { courseId: day.lab.courseId, semester: day.lab.semester, experiName: '补做' }
    const experiment = await day.lab.done('/inspect/bhExperi/add', body)
    const session = await day.lab.session({ experiId: experiment.id })
    const ids = day.lab.students.map(({ id }) => id).join(',')
    const given = { as: day.teacher, body: { experiGroupId: session.id, ids }, key: 'members' }
    const add = () => day.call('POST', '/inspect/bhExperiGroup/groupAddStu', given)
    const [first, second] = [await add(), await add()]
    expect(first.body.success).toBe(true)
    expect(second.body.result).toEqual(first.body.result)
    expect(await day.lab.members(session.id)).toHaveLength(4)
  })

  test('after a day the key counts as new, and old ones are deleted', async () => {
    const { id } = await day.result(2)
    const save = () => day.call('PUT', 'edit', { as: day.teacher, body: { id, score: 33 }, key: 'old' })
    await save()
    await day.call('PUT', 'edit', { as: day.teacher, body: { id, score: 44 } })
    await save()
    expect((await day.result(2)).score).toBe(44)
    await app.app.engine.db.write((tx) => tx.updateTable('sys_idempotency').set({ at: 1 }).execute())
    const before = await kept()
    expect(before.length).toBeGreaterThan(1)
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    await save()
    expect((await day.result(2)).score).toBe(33)
    expect(await kept()).toHaveLength(before.length)
    chance.mockReturnValue(0)
    const { version } = await day.result(2)
    await day.call('PUT', 'edit', { as: day.teacher, body: { id, version, score: 34 }, key: 'clears' })
    chance.mockRestore()
    expect((await kept()).map(({ key }) => key).sort()).toEqual(['clears', 'old'].map(storedKey).sort())
  })

  test('a key that is too long or contains a space is refused', async () => {
    const { id } = await day.result(2)
    const answer = await day.call('PUT', 'edit', { as: day.teacher, body: { id, score: 33 }, key: 'k'.repeat(65) })
    expect([answer.status, answer.body.message]).toEqual([422, '请求标识不能超过64个字符！'])
    const spaced = await day.call('PUT', 'edit', { as: day.teacher, body: { id, score: 33 }, key: 'a b' })
    expect([spaced.status, spaced.body.message]).toEqual([422, '请求标识不能有空格和中文字符！'])
  })

  test('the history shows who scored what and when, newest first, through retry, conflict and takeover', async () => {
    const [a, b] = day.assistants
    const row = await day.submitted(3).catch(() => day.result(3))
    await day.done('claim', a, { id: row.id })
    await day.done('claim', b, { id: row.id, take: 1 })
    const now = await day.result(3)
    const body = { id: row.id, version: now.version, _base: { score: now.score, comment: now.comment }, score: 71, comment: '已接手' }
    await day.call('PUT', 'edit', { as: b, body, key: 'taken' })
    await day.call('PUT', 'edit', { as: b, body, key: 'taken' })
    expect((await day.call('PUT', 'edit', { as: a, body: { ...body, score: 20 } })).status).toBe(409)
    const versions = await day.get<{ id: string; version: number; at: string; realname: string; operation: string; changes: WorldRow[] }[]>(
      'history',
      day.teacher,
      { id: row.id },
    )
    expect(versions[0]).toMatchObject({ version: Number(now.version) + 1, realname: b.realname, operation: 'edit' })
    expect(versions[0]?.changes).toContainEqual({ field: 'score', label: '分数', from: 60, to: 71 })
    expect(versions[0]?.changes).toContainEqual(expect.objectContaining({ field: 'markerId', toText: b.realname }))
    const takeovers = versions.filter(({ operation }) => operation === 'takeover')
    expect(takeovers.map(({ changes }) => changes)).toEqual([[{ field: 'holder', label: '', from: a.realname, to: b.realname }]])
    expect(new Set(versions.map(({ id }) => id)).size).toBe(versions.length)
    const marked = versions.find(({ changes }) => changes.some(({ field }) => field === 'submitStatus'))
    expect(marked?.changes).toContainEqual(expect.objectContaining({ field: 'submitStatus', toText: '已评分' }))
    expect(versions.at(-1)?.operation).toBe('add')
    const other = await aCourseDay(app, { students: 1 })
    expect((await day.call('GET', 'history', { as: other.teacher, query: { id: row.id } })).body.message).toBe('未找到对应实体')
  })
})
