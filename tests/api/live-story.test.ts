import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSheet } from '../../engine/server/transfer/sheet/workbook.ts'
import { openFeed, type Feed } from '../../src/feed/connection.ts'
import type { FeedEvent, FeedMessage } from '../../src/feed/messages.ts'
import { aCourseDay, base, type CourseDay, type Person } from '../src/plugins/live-inspection/server/course-day.ts'
import { testApp, type Method, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { listening } from '../support/feed-socket.ts'
import { freePort } from '../support/free-port.ts'
import { freshDatabase } from '../support/postgres.ts'
import type { WorldRow } from './world.ts'

/** What one screen heard, in order. */
interface Listener {
  readonly news: FeedMessage[]
  readonly feed: Feed
}
interface Past {
  readonly realname: string
  readonly at: string
  readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[]
}

onBothDatabases('a lesson through calls and sockets', (database) => {
  let env: Record<string, string>
  let port: number
  let app: TestApp
  let day: CourseDay
  let server: string
  let remove: () => Promise<void> | void
  const screens: Listener[] = []

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shiyan-lesson-'))
    const fresh = database === 'postgres' ? await freshDatabase() : undefined
    remove = async () => {
      await fresh?.drop()
      rmSync(folder, { recursive: true, force: true })
    }
    env = { DATA_DIR: folder, ...(fresh ? { DATABASE_URL: fresh.url } : {}) }
    port = await freePort()
    app = await testApp({ database: 'sqlite', env })
    day = await aCourseDay(door, { students: 6 })
    server = await listening(app.app, port)
  })
  afterAll(async () => {
    for (const { feed } of screens) feed.close()
    await app.close()
    await remove()
  })

  /** The current application, also after its restart. */
  const door: TestApp = {
    get app() {
      return app.app
    },
    call: <Result>(...given: Parameters<TestApp['call']>) => app.call<Result>(...given),
    signIn: (...given) => app.signIn(...given),
    close: () => app.close(),
  }
  const course = () => `course:${day.lab.courseId}`
  const student = (index: number): Person => {
    const found = day.students[index]
    if (!found) throw new Error('no such student')
    return found
  }
  /** Open a person's screen and do what the workbench and the students' page do. */
  const follow = async (who: Person, topic: string): Promise<Listener> => {
    const news: FeedMessage[] = []
    const fetchJson = () => Promise.reject(new Error('no asking here'))
    const onMessage = (message: FeedMessage) => void news.push(message)
    const feed = openFeed({ userId: who.id, readToken: () => who.token, fetchJson, topics: [topic], onMessage, onState: () => {}, server })
    const screen = { news, feed }
    screens.push(screen)
    await vi.waitFor(() => expect(news).toMatchObject([{ cmd: 'subscribed' }]), { timeout: 10_000 })
    return screen
  }
  const events = ({ news }: Listener): FeedEvent[] => news.flatMap((message) => (message.cmd === 'event' ? [message] : []))
  const hears = (screen: Listener, told: object) =>
    vi.waitFor(() => expect(events(screen)).toContainEqual(expect.objectContaining(told)), { timeout: 10_000, interval: 5 })
  const ids = (rows: readonly WorldRow[]) => rows.map(({ id }) => id)
  const list = async (name: string, as: Person) => (await day.get<{ records: WorldRow[] }>(name, as)).records
  let teacher: Listener
  let assistant: Listener
  let studentFeed: Listener

  test('students see their seats; their photos appear on both workbenches a moment later', async () => {
    const [lesson] = await day.get<WorldRow[]>('mySessions', student(0))
    expect(lesson).toMatchObject({ seatnum: 1, items: [{ submitStatus: 0 }] })
    teacher = await follow(day.teacher, course())
    assistant = await follow(day.assistants[0], course())
    studentFeed = await follow(student(0), `user:${student(0).id}`)
    const { id } = await day.result(0)
    const photos = [await day.photo(student(0)), await day.photo(student(0))]
    await day.done('submit', student(0), { id, filePaths: photos.join(',') })
    for (const screen of [teacher, assistant]) await hears(screen, { entity: 'inspectionResult', id, event: 'submission' })
    expect(ids(await list('submitList', day.teacher))).toEqual([id])
  })

  test('one of two assistants takes the request, everybody learns who, and the request is solved', async () => {
    const { id } = await day.result(0)
    const help = await day.done('help', student(0), { id, content: '没有波形' })
    await hears(teacher, { entity: 'helpRequest', id: help.id, event: 'help' })
    const [one, other] = day.assistants
    const takes = await Promise.all([one, other].map((as) => day.call('POST', 'takeHelp', { as, body: { id: help.id } })))
    expect(takes.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const taker = takes[0]?.status === 200 ? one : other
    expect(takes.find(({ status }) => status === 409)?.body).toMatchObject({ details: { holder: { id: taker.id, name: taker.realname } } })
    const taken = { id: help.id, row: expect.objectContaining({ takerId: taker.id, takerId_dictText: taker.realname }) }
    for (const screen of [teacher, assistant]) await hears(screen, taken)
    expect(await day.get<WorldRow[]>('mySessions', student(0))).toMatchObject([{ items: [{ help: { takerName: taker.realname } }] }])
    await day.done('solveHelp', taker, { id: help.id })
    await hears(studentFeed, { entity: 'helpRequest', id: help.id, row: expect.objectContaining({ status: 4 }) })
    expect(await list('helpList', day.teacher)).toEqual([])
  })

  test('a request that the student cancels leaves the queue', async () => {
    const { id } = await day.result(0)
    const help = await day.done('help', student(0), { id })
    await day.done('cancelHelp', student(0), { id })
    await hears(teacher, { id: help.id, event: 'helpCancelled' })
    expect(await list('helpList', day.teacher)).toEqual([])
  })

  test('a missing score is refused; a given one reaches only its student', async () => {
    const { id, version } = await day.result(0)
    const mark = { id, version, submitStatus: 2 }
    expect((await day.call('PUT', 'edit', { as: day.teacher, body: mark })).body).toMatchObject({
      code: 422,
      details: { score: '请填写分数' },
    })
    const saved = await day.call('PUT', 'edit', { as: day.teacher, body: { ...mark, score: 85.5 } })
    expect(saved.body.message).toBe('保存成功！')
    await hears(studentFeed, { id, row: expect.objectContaining({ score: 85.5 }) })
    await day.submitted(1)
    await hears(teacher, { event: 'submission', row: expect.objectContaining({ stuId: student(1).id }) })
    expect(JSON.stringify(studentFeed.news)).not.toContain(student(1).id)
  })

  test('a row that the teacher holds is marked as theirs for the others; of two marks none is lost', async () => {
    const { id, version } = await day.result(1)
    const [colleague] = day.assistants
    await day.done('claim', day.teacher, { id })
    await hears(assistant, {
      type: 'claim',
      body: expect.objectContaining({ id, holder: expect.objectContaining({ id: day.teacher.id }) }),
    })
    const refused = await day.call('POST', 'claim', { as: colleague, body: { id } })
    expect(refused).toMatchObject({ status: 409, body: { details: { holder: { id: day.teacher.id } } } })
    await day.done('claim', colleague, { id, take: 1 })
    const body = { id, version, _base: { score: null, submitStatus: 1 }, submitStatus: 2 }
    await day.call('PUT', 'edit', { as: colleague, body: { ...body, score: 70 } })
    const late = await day.call<unknown>('PUT', 'edit', { as: day.teacher, body: { ...body, score: 80 } })
    expect(late).toMatchObject({
      status: 409,
      body: { details: { whoName: colleague.realname, clashes: [{ field: 'score', yours: 80, theirs: 70, base: null }] } },
    })
    const now = await day.result(1)
    await day.call('PUT', 'edit', { as: day.teacher, body: { ...body, version: now.version, _base: { score: 70 }, score: 80 } })
    const past = await day.get<Past[]>('history', day.teacher, { id })
    const scores = past.flatMap(({ changes }) => changes.filter(({ field }) => field === 'score').map(({ from, to }) => [from, to]))
    expect(scores).toEqual([
      [70, 80],
      [null, 70],
    ])
    for (const { at } of past) expect(at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  test('a corrected kit number is reported to the staff of the course, not to the students', async () => {
    const { id, experiGroupId } = await day.result(0)
    await day.call('POST', 'updateTjh', { as: day.assistants[0], body: { inspectionResultId: id, tjh: 'K-77' } })
    await hears(teacher, { type: 'kit', body: { experiGroupId, stuId: student(0).id, tjh: 'K-77' } })
    expect(JSON.stringify(studentFeed.news)).not.toContain('K-77')
  })

  test('after a restart of the server, earlier listeners have everything that happened since, or are told to read it', async () => {
    const before = { submitted: ids(await list('submitList', day.teacher)), scored: await day.result(1) }
    const told = events(teacher).length
    await app.close()
    app = await testApp({ database: 'sqlite', env })
    const missed = await day.submitted(2)
    await listening(app.app, port)
    await day.submitted(3)
    const heardAll = () => {
      const since = teacher.news.slice(told)
      const isResync = since.some((message) => message.cmd === 'resync')
      const rows = since.flatMap((message) => (message.cmd === 'event' && message.event === 'submission' ? [message.row?.['stuId']] : []))
      expect(isResync || rows.includes(student(2).id)).toBe(true)
      expect(isResync || rows.includes(student(3).id)).toBe(true)
    }
    await vi.waitFor(heardAll, { timeout: 15_000, interval: 50 })
    const submitted = ids(await list('submitList', day.teacher))
    expect(submitted).toEqual([...before.submitted, missed.id, (await day.result(3)).id])
    expect(await day.result(1)).toEqual(before.scored)
    const { id } = await day.result(4)
    await day.done('help', student(4), { id })
    for (const screen of [teacher, assistant]) await hears(screen, { event: 'help' })
    const seqs = events(teacher).map(({ seq, topic }) => `${topic} ${seq}`)
    if (database === 'postgres') expect(new Set(seqs).size).toBe(seqs.length)
  })

  test('the history of marks and the grade sheet say who scored what', async () => {
    const marks = await list('submitHistoryList', day.teacher)
    expect(marks.map(({ stuId, score, markerId }) => [stuId, score, markerId])).toEqual([
      [student(1).id, 80, day.teacher.id],
      [student(0).id, 85.5, day.teacher.id],
    ])
    const asked: readonly Record<string, string>[] = [{ score: '85.5' }, { score_begin: '80.1' }, { score: 'gt 85.49' }]
    for (const query of asked) {
      const { records } = await day.get<{ records: WorldRow[] }>('submitHistoryList', day.teacher, query)
      expect(records.map(({ stuId }) => stuId)).toEqual([student(0).id])
    }
    const plan = { courseId: day.lab.courseId, experiGroupId: day.session.id, mark: 'absent', absentReason: '病假' }
    const { skipped } = await day.done<{ skipped: WorldRow[] }>('planMarks', day.teacher, plan)
    expect(skipped.map(({ score, why }) => [score, why])).toContainEqual([85.5, '已评 85.5 分'])
    const sheet = await app.call('GET', `${base}/exportXls`, { as: day.teacher.token, query: { inspectionId: String(day.items[0]?.id) } })
    const rows: unknown[][] = []
    for await (const { cells } of readSheet(new Uint8Array(sheet.raw), 'xlsx')) rows.push([...cells])
    const head = rows.find((cells) => cells.includes('分数')) ?? []
    const scoreOf = (name: string) => rows.find((cells) => cells.includes(name))?.[head.indexOf('分数')]
    expect([0, 1, 2].map((n) => scoreOf(student(n).realname))).toEqual([85.5, 80, null])
  })

  test('students can reach their own results and nobody else’s by any id', async () => {
    const { id } = await day.result(1)
    expect(await list('stuList', student(0))).toMatchObject([{ stuId: student(0).id, score: 85.5 }])
    const asked: readonly [Method, string, object][] = [
      ['GET', 'queryById', { query: { id } }],
      ['GET', 'history', { query: { id } }],
      ['GET', 'stuList', { query: { stuId: student(1).id } }],
      ['GET', 'list', { query: { inspectionId: String(day.items[0]?.id) } }],
      ['GET', 'submitHistoryList', {}],
      ['GET', 'helpList', {}],
      ['GET', 'exportXls', { query: { inspectionId: String(day.items[0]?.id) } }],
      ['POST', 'claim', { body: { id } }],
      ['POST', 'help', { body: { id } }],
      ['PUT', 'edit', { body: { id, score: 100, submitStatus: 2 } }],
    ]
    for (const [method, call, given] of asked) {
      const answer = await day.call(method, call, { as: student(0), ...given })
      expect(answer.raw.toString(), call).not.toContain(student(1).realname)
      expect(answer.raw.toString(), call).not.toContain(id)
    }
    expect(await day.result(1)).toMatchObject({ score: 80 })
  })
})
