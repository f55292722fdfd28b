import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auditOf, stored, type WorldRow } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { aCourseDay, type CourseDay } from './course-day.ts'

interface Claim {
  readonly id: string
  readonly holder: { readonly id: string; readonly name: string }
  readonly until: number
}

onBothDatabases('claims of colleagues who mark together', (database) => {
  let app: TestApp
  let day: CourseDay
  beforeAll(async () => {
    app = await testApp({ database })
    day = await aCourseDay(app, { students: 6 })
    for (let index = 0; index < 5; index++) await day.submitted(index)
  })
  afterAll(() => app.close())
  const place = () => ({ courseId: day.lab.courseId })
  const claims = () => day.get<Claim[]>('claims', day.teacher, place())
  const releaseAll = () => app.app.engine.db.write((tx) => tx.deleteFrom('live_claim').execute())
  const expireAll = () => app.app.engine.db.write((tx) => tx.updateTable('live_claim').set({ until: 1 }).execute())

  test('opening a row holds it for 90 seconds; colleagues learn who has it', async () => {
    const { id } = await day.result(0)
    const [a, b] = day.assistants
    const mine = await day.done<Claim>('claim', a, { id })
    expect(mine.holder).toEqual({ id: a.id, name: a.realname })
    expect(mine.until - Date.now()).toBeGreaterThan(85_000)
    expect(mine.until - Date.now()).toBeLessThanOrEqual(90_000)
    const refused = await day.call('POST', 'claim', { as: b, body: { id } })
    expect([refused.status, refused.body.message, refused.body.details]).toEqual([
      409,
      `${a.realname}正在评分！`,
      { holder: mine.holder, until: mine.until },
    ])
    expect((await day.done<Claim>('claim', a, { id })).until).toBeGreaterThanOrEqual(mine.until)
    expect((await claims()).map((one) => [one.id, one.holder.id])).toEqual([[id, a.id]])
    await day.done('release', b, { id })
    expect(await claims()).toHaveLength(1)
    await day.done('release', a, { id })
    expect(await claims()).toEqual([])
    expect(await day.done('claim', b, { id })).toMatchObject({ holder: { id: b.id } })
    await releaseAll()
  })

  test('the pages of colleagues are told who holds a row and when it is free again', async () => {
    const topic = `course:${day.lab.courseId}`
    const asked = async (topics: string, epoch = '') => {
      const query = { topics, epoch }
      return (await app.call<{ epoch: string; messages: WorldRow[] }>('GET', '/feed/events', { as: day.teacher.token, query })).body.result
    }
    const { epoch, messages } = await asked(topic)
    const { id } = await day.result(0)
    const [a] = day.assistants
    const { until } = await day.done<Claim>('claim', a, { id })
    await day.done('release', a, { id })
    const told = (await asked(`${topic}@${String(messages[0]?.seq)}`, epoch)).messages
    expect(told).toMatchObject([
      { type: 'claim', body: { id, holder: { id: a.id, name: a.realname }, until } },
      { type: 'claim', body: { id, holder: null, until: 0 } },
    ])
  })

  test('a takeover is deliberate and is recorded in the history of the row', async () => {
    const { id } = await day.result(0)
    const [a, b] = day.assistants
    await day.done('claim', a, { id })
    expect(await day.done('claim', b, { id, take: 1 })).toMatchObject({ holder: { id: b.id } })
    const note = (await auditOf(app, id)).find(({ operation }) => operation === 'takeover')
    expect(JSON.parse(note?.changes ?? '')).toEqual({ holder: [a.realname, b.realname] })
    await day.done('claim', b, { id, take: 1 })
    expect((await auditOf(app, id)).filter(({ operation }) => operation === 'takeover')).toHaveLength(1)
    await releaseAll()
  })

  test('a claim that expired while its holder typed keeps nobody out, and the holder’s score is not lost', async () => {
    const row = await day.result(1)
    const [a, b] = day.assistants
    await day.done('claim', a, { id: row.id })
    await expireAll()
    expect(await claims()).toEqual([])
    expect(await day.done('claim', b, { id: row.id })).toMatchObject({ holder: { id: b.id } })
    expect((await auditOf(app, row.id)).map(({ operation }) => operation)).not.toContain('takeover')
    const body = { id: row.id, version: row.version, _base: { score: null }, score: 77, submitCount: 1 }
    const late = await day.call('PUT', 'edit', { as: a, body })
    expect(late.body).toMatchObject({ success: true, result: { score: 77, markerId: a.id } })
    const second = await day.call('PUT', 'edit', { as: b, body: { ...body, score: 66 } })
    expect([second.status, second.body.details]).toMatchObject([409, { clashes: [{ yours: 66, theirs: 77 }] }])
    await releaseAll()
  })

  test('if twenty open the same row at once, one of them gets it', async () => {
    const { id } = await day.result(2)
    const crowd = Array.from({ length: 20 }, (_, n) => day.assistants[n % 2 === 0 ? 0 : 1])
    const answers = await Promise.all(crowd.map((as) => day.call<Claim>('POST', 'claim', { as, body: { id } })))
    const holders = new Set(answers.filter(({ body }) => body.success).map(({ body }) => body.result.holder.id))
    expect(holders.size).toBe(1)
    expect(await claims()).toHaveLength(1)
    await releaseAll()
  })

  test('next gives each marker another row, the longest waiting first, and null if all are held', async () => {
    const waiting = (await day.get<{ records: WorldRow[] }>('submitList', day.teacher, place())).records.map(({ id }) => id)
    const [a, b] = day.assistants
    expect(await day.done('next', a, place())).toMatchObject({ id: waiting[0] })
    expect(await day.done('next', b, place())).toMatchObject({ id: waiting[1] })
    expect(await day.done('next', a, place())).toMatchObject({ id: waiting[0] })
    await expireAll()
    expect(await day.done('next', b, place())).toMatchObject({ id: waiting[0] })
    await releaseAll()
    expect(await day.done('next', a, place())).toMatchObject({ id: waiting[0] })
    for (const id of waiting.slice(1)) await day.done('claim', b, { id })
    expect(await day.done<WorldRow | null>('next', day.teacher, place())).toBe(null)
    await releaseAll()
    const parallel = await Promise.all([a, b, day.teacher].map((as) => day.done('next', as, place())))
    expect(new Set(parallel.map((row) => row.id)).size).toBe(3)
    await releaseAll()
  })

  test('next continues after the row that was left, then starts again; it respects the filters', async () => {
    const waiting = (await day.get<{ records: WorldRow[] }>('submitList', day.teacher, place())).records.map(({ id }) => id)
    const last = waiting.at(-1) ?? ''
    const [a] = day.assistants
    expect(await day.done('next', a, { ...place(), after: waiting[0] })).toMatchObject({ id: waiting[1] })
    expect(await day.done('next', a, { ...place(), after: last })).toMatchObject({ id: waiting[0] })
    expect(await day.done('next', a, { ...place(), smallGroup: 3 })).toMatchObject({ smallGroup: 3 })
    expect(await day.done('next', a, { ...place(), smallGroup: 99 })).toBe(null)
    expect(await day.done('next', a, { ...place(), inspectionId: '0' })).toBe(null)
    expect(await day.refusal('next', a, {})).toBe('请选择课程！')
    await releaseAll()
  })

  test('next goes by item and within it by waiting time, or by student; from a chosen row it starts there', async () => {
    const other = await aCourseDay(app, { students: 3, items: 2 })
    for (const [student, item] of [
      [2, 1],
      [1, 0],
      [0, 1],
      [2, 0],
    ] as const)
      await other.submitted(student, item)
    const [a] = other.assistants
    const course = { courseId: other.lab.courseId }
    const rowOf = (student: number, item: number) => other.result(student, item)
    const idsOf = (rows: readonly WorldRow[]) => rows.map(({ id }) => id)
    /** Within the same second, ids decide. */
    const byTime = (one: WorldRow, another: WorldRow) => (`${one.submitTime} ${one.id}` < `${another.submitTime} ${another.id}` ? -1 : 1)
    const walk = async (order: string) => {
      const found: string[] = []
      for (let after = ''; found.length < 4; after = found.at(-1) ?? '')
        found.push((await other.done('next', a, { ...course, order, ...(after ? { after } : {}) })).id)
      await releaseAll()
      return found
    }
    const rows = [await rowOf(1, 0), await rowOf(2, 0), await rowOf(2, 1), await rowOf(0, 1)] as const
    const byItem = [...idsOf(rows.slice(0, 2).toSorted(byTime)), ...idsOf(rows.slice(2).toSorted(byTime))]
    expect(await walk('item')).toEqual(byItem)
    expect((await other.done('next', a, course)).id).toBe(byItem[0])
    expect(await walk('student')).toEqual(idsOf([rows[3], rows[0], rows[1], rows[2]]))
    expect((await other.done('next', a, { ...course, from: byItem[2] })).id).toBe(byItem[2])
    await other.call('PUT', 'edit', { as: a, body: { id: byItem[2], score: 90 } })
    expect((await other.done('next', a, { ...course, from: byItem[2] })).id).toBe(byItem[3])
    await releaseAll()
  })

  test('saving a mark releases the row', async () => {
    const { id } = await day.result(3)
    const [a] = day.assistants
    await day.done('claim', a, { id })
    await day.call('PUT', 'edit', { as: a, body: { id, score: 90 } })
    expect(await claims()).toEqual([])
  })

  test('claims that expired more than a day ago are deleted now and then, younger ones stay', async () => {
    const ids = await Promise.all([0, 1, 2].map(async (index) => (await day.result(index)).id))
    const oneDay = 24 * 3_600_000
    for (const [index, id] of ids.slice(0, 2).entries()) {
      await day.done('claim', day.assistants[0], { id })
      const until = Date.now() - (index === 0 ? oneDay + 60_000 : oneDay - 60_000)
      await app.app.engine.db.write((tx) => tx.updateTable('live_claim').set({ until }).where('result_id', '=', id).execute())
    }
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
    await day.done('claim', day.assistants[0], { id: ids[2] })
    chance.mockRestore()
    expect((await stored(app, 'live_claim')).map((row) => row.result_id).sort()).toEqual(ids.slice(1).sort())
    await releaseAll()
  })

  test('nobody can mark a deleted result any more', async () => {
    const other = await aCourseDay(app, { students: 1 })
    const { id } = await other.result(0)
    await other.done('claim', other.assistants[0], { id })
    const deleted = await other.call('DELETE', 'delete', { as: other.teacher, query: { id } })
    expect(deleted.body).toMatchObject({ success: true })
    expect(await stored(app, 'live_claim')).toEqual([])
  })

  test('progress counts submitted, scored and waiting results, and the scores of each marker', async () => {
    const helped = await day.result(5)
    await day.done('help', day.students[5] ?? day.teacher, { id: helped.id })
    const progress = await day.get<WorldRow & { byMarker: WorldRow[] }>('progress', day.teacher, place())
    expect(progress).toMatchObject({ total: 6, submitted: 3, scored: 2, waitingHelp: 1 })
    const [a] = day.assistants
    expect(progress.byMarker).toMatchObject([{ id: a.id, name: a.realname, scored: 2 }])
    expect(typeof progress.byMarker[0]?.medianSeconds).toBe('number')
  })

  test('a pause of more than a quarter of an hour is a break and slows nobody down', async () => {
    const other = await aCourseDay(app, { students: 3 })
    const [a] = other.assistants
    for (const [index, time] of ['08:00:00', '08:00:40', '08:16:00'].entries()) {
      const { id } = await other.submitted(index)
      await other.call('PUT', 'edit', { as: a, body: { id, score: 90 } })
      const values = { mark_time: `2026-11-22 ${time}` }
      await app.app.engine.db.write((tx) => tx.updateTable('bh_inspection_result').set(values).where('id', '=', id).execute())
    }
    const progress = await other.get('progress', other.teacher, { courseId: other.lab.courseId })
    expect(progress).toMatchObject({ byMarker: [{ id: a.id, scored: 3, medianSeconds: 40 }] })
  })

  test('claims, queue and progress of another course are out of reach', async () => {
    const other = await aCourseDay(app, { students: 1 })
    for (const as of [other.teacher, other.assistants[0]]) {
      expect((await day.call('GET', 'claims', { as, query: place() })).body.message).toBe('未找到对应实体')
      expect(await day.done('next', as, place())).toBe(null)
      expect(await day.get('progress', as, place())).toMatchObject({ total: 0 })
    }
  })
})
