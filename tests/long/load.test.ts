import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { pick, seeded } from '../api/contract/random-rows.ts'
import { aCourse, aSemester, type CourseWorld } from '../api/teaching-world.ts'
import type { WorldRow } from '../api/world.ts'
import type { TestAnswer } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { startServer, type RunningServer } from '../support/start-server.ts'
import { callsTo, lookInto, type ServerCalls } from './server-calls.ts'
import { expectNone } from '../support/expect-none.ts'

const CLIENTS = 12
const SHARED = 5
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 30)
const base = '/inspect/bhFacility'

interface Trail {
  readonly id: string
  readonly version: number
}

/** Versions of a row that are missing, duplicated or higher than the row's own version. */
export function gaps(rows: ReadonlyMap<string, number>, trail: readonly Trail[]): string[] {
  const byRow = Map.groupBy(trail, ({ id }) => id)
  return [...rows].flatMap(([id, version]) => {
    const seen = (byRow.get(id) ?? []).map((one) => one.version).sort((a, b) => a - b)
    const wanted = Array.from({ length: version }, (_, index) => index + 1)
    return seen.join() === wanted.join() ? [] : [`row ${id} of version ${version} has the versions ${seen.join()}`]
  })
}

onBothDatabases(`${CLIENTS} people who read and write at once`, (database) => {
  let server: RunningServer
  let calls: ServerCalls
  let world: CourseWorld
  let shared: readonly WorldRow[]
  const written = new Map<string, string | undefined>()
  const faults: string[] = []
  const counts = { reads: 0, adds: 0, edits: 0, deletes: 0, refusals: 0 }

  beforeAll(async () => {
    server = await startServer({ database, env: { DEMO: '0', LOG_LEVEL: 'error' } })
    calls = callsTo(server)
    const admin = await calls.signIn('admin', '1')
    world = await aCourse(calls, { admin, semester: (await aSemester(calls, admin)).id, mark: '甲乙丙' })
    shared = await Promise.all(Array.from({ length: SHARED }, (_, n) => added(`S${n}`)))
  })
  afterAll(() => server.remove())

  async function sent<Result>(what: Promise<TestAnswer<Result>>): Promise<TestAnswer<Result>> {
    const answer = await what
    if (answer.status >= 500) faults.push(`${answer.status} ${answer.raw.toString().slice(0, 200)}`)
    if (!answer.body.success) counts.refusals++
    return answer
  }
  const as = () => world.teacher.token
  async function added(facilityNum: string): Promise<WorldRow> {
    const body = { courseId: world.course.id, facilityNum, facilityName: '示波器' }
    return (await sent(calls.call<WorldRow>('POST', `${base}/add`, { as: as(), body }))).body.result
  }
  async function edited(row: WorldRow, text: string): Promise<boolean> {
    const answer = await sent(calls.call<WorldRow>('PUT', `${base}/edit`, { as: as(), body: { id: row.id, property1: text } }))
    if (answer.body.success) counts.edits++
    return answer.body.success
  }
  const listed = (query: Record<string, string | number>) =>
    sent(calls.call('GET', `${base}/list`, { as: as(), query: { courseId: world.course.id, ...query } })).then(() => counts.reads++)

  /** What one person does until the time is over; they know what their own rows must contain. */
  async function person(n: number, until: number): Promise<void> {
    const random = seeded(n + 1)
    const own: WorldRow[] = []
    for (let turn = 0; Date.now() < until; turn++) {
      const chance = random()
      if (chance < 0.2 || !own.length) {
        const row = await added(`P${n}-${turn}`)
        own.push(row)
        written.set(row.id, '')
        counts.adds++
      } else if (chance < 0.4) {
        const row = pick(random, own)
        if (await edited(row, `${n}-${turn}`)) written.set(row.id, `${n}-${turn}`)
      } else if (chance < 0.5) await edited(pick(random, shared), `${n}-${turn}`)
      else if (chance < 0.53) {
        const row = own.pop()
        const gone = row && (await sent(calls.call('DELETE', `${base}/delete`, { as: as(), query: { id: row.id } })))
        if (row && gone?.body.success) written.set(row.id, undefined)
        counts.deletes++
      } else if (chance < 0.8) await listed({ pageNo: 1 + Math.floor(random() * 5), facilityNum: `*P${n}*` })
      else await sent(calls.call('GET', `${base}/queryById`, { as: as(), query: { id: pick(random, own).id } })).then(() => counts.reads++)
      if (random() < 0.02) await pause(20)
    }
  }

  test('see no fault, find every acknowledged write again, and leave versions without gaps', async () => {
    const until = Date.now() + SECONDS * 1000
    await Promise.all(Array.from({ length: CLIENTS }, (_, n) => person(n, until)))
    expectNone(faults)
    expectNone(server.errorLines())

    const rows = await lookInto(server, 'select id, property1, version from bh_facility')
    const texts = new Map(rows.map((row) => [row['id'], row['property1'] === 'null' ? '' : row['property1']]))
    const lost = [...written].filter(([id, text]) => texts.get(id) !== text)
    expectNone(lost)
    expect(rows.length).toBe([...written.values()].filter((text) => text !== undefined).length + SHARED + 1)

    const trail = await lookInto(server, `select row_id, version from sys_audit where table_name = 'bh_facility'`)
    const versions = new Map(rows.map((row) => [row['id'] ?? '', Number(row['version'])]))
    expect(
      gaps(
        versions,
        trail.map((entry) => ({ id: entry['row_id'] ?? '', version: Number(entry['version']) })),
      ),
    ).toEqual([])
    console.log(`${database}: ${JSON.stringify(counts)} in ${SECONDS} s`)
    expect(Math.min(counts.reads, counts.adds, counts.edits)).toBeGreaterThan((20 * Math.min(SECONDS, 30)) / 5)
  })
})

test('planted: a missing and a doubled version are noticed', () => {
  const trail = (...versions: number[]) => versions.map((version) => ({ id: 'a', version }))
  expect(gaps(new Map([['a', 3]]), trail(1, 2, 3))).toEqual([])
  expect(gaps(new Map([['a', 3]]), trail(1, 3))).toHaveLength(1)
  expect(gaps(new Map([['a', 2]]), trail(1, 2, 2))).toHaveLength(1)
})
