import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { startCluster } from '../../tests/support/postgres.ts'
import { benchPassword, timed } from './bench-calls.ts'
import { builtServer, startBenchServer } from './bench-server.ts'
import { prepareFeed } from './prepare-feed.ts'

export const waitingSubmissions = 5000
const rounds = 100
const base = '/inspect/bhInspectionResult'

interface Marker {
  readonly port: number
  readonly token: string
  readonly userId: string
  readonly courseId: string
}

export interface MarkingMeasured {
  readonly database: 'SQLite' | 'PostgreSQL'
  /** Milliseconds, the middle and the slowest but one in a hundred. */
  readonly calls: readonly { readonly what: string; readonly median: number; readonly p99: number; readonly wanted: string }[]
}

/** All of them handed in, one a second. */
async function handIn(env: Readonly<Record<string, string>>, ids: readonly string[]): Promise<void> {
  const app = await buildApp(readConfig({ ...env, DEMO: 'off', LOG_LEVEL: 'silent' }))
  const begin = Date.parse('2026-10-12T08:00:00Z')
  const timeOf = (at: number) => new Date(begin + at * 1000).toISOString().slice(0, 19).replace('T', ' ')
  await app.engine.db.write(async (tx) => {
    for (const [index, id] of ids.entries())
      await tx
        .updateTable('bh_inspection_result')
        .set({ submit_status: 1, submit_count: 1, submit_time: timeOf(index) })
        .where('id', '=', id)
        .execute()
  })
  if (app.engine.db.dialect === 'postgres') await app.engine.db.write((tx) => sql`analyze`.execute(tx))
  await app.close()
}

/** A server with 5,000 submissions that wait in one course, and a login of its teacher; undefined without PostgreSQL. */
export async function withSubmissions<Result>(
  database: MarkingMeasured['database'],
  work: (marker: Marker) => Promise<Result>,
): Promise<Result | undefined> {
  const cluster = database === 'PostgreSQL' ? await startCluster() : undefined
  if (database === 'PostgreSQL' && !cluster) return undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'shiyan-bench-'))
  const url: Record<string, string> = cluster ? { DATABASE_URL: cluster.url } : {}
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: benchPassword, CAPTCHA: 'off', DEMO: 'off', LOG_LEVEL: 'warn', ...url }
  try {
    const { listeners, submitters } = await prepareFeed(env, { courses: 1, teachers: 2, students: waitingSubmissions })
    const [teacher] = listeners
    if (!teacher) throw new Error('nobody teaches')
    await handIn(
      env,
      submitters.map(({ resultId }) => resultId),
    )
    const server = await startBenchServer(builtServer, env)
    try {
      const { token, userId, topic } = teacher
      return await work({ port: server.port, token, userId, courseId: topic.replace('course:', '') })
    } finally {
      await server.stop()
    }
  } finally {
    await cluster?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function times(count: number, call: () => Promise<{ seconds: number }>): Promise<{ median: number; p99: number }> {
  const all: number[] = []
  for (let index = 0; index < count; index++) all.push((await call()).seconds * 1000)
  const sorted = all.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.ceil((sorted.length - 1) * part)] ?? Number.NaN
  return { median: at(0.5), p99: at(0.99) }
}

/** What a marker waits for while 5,000 submissions do. */
export async function measureMarking(database: MarkingMeasured['database']): Promise<MarkingMeasured | undefined> {
  const calls = await withSubmissions(database, async (marker) => {
    const { courseId } = marker
    let after = ''
    const next = await times(rounds, async () => {
      const answer = await timed<{ id: string }>(marker, `${base}/next`, { courseId, after })
      after = answer.result.id
      return answer
    })
    const claim = await times(rounds, () => timed(marker, `${base}/claim`, { id: after }))
    const list = await times(10, () => timed(marker, `${base}/submitList?courseId=${courseId}&pageSize=1000`))
    const progress = await times(20, () => timed(marker, `${base}/progress?courseId=${courseId}`))
    return [
      { what: 'next unmarked', ...next, wanted: '< 50 ms' },
      { what: 'claim', ...claim, wanted: '' },
      { what: 'list of 1000', ...list, wanted: '' },
      { what: 'progress', ...progress, wanted: '' },
    ]
  })
  return calls && { database, calls }
}

/** The figures as lines of a table. */
export function markingTable(all: readonly MarkingMeasured[]): string {
  const line = (...cells: readonly string[]) => cells.map((cell, index) => cell.padEnd([12, 21, 16, 14][index] ?? 0)).join('')
  const spell = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`
  return [
    line('database', `${waitingSubmissions} wait`, 'median', 'p99', 'wanted'),
    ...all.flatMap(({ database, calls }) =>
      calls.map(({ what, median, p99, wanted }) => line(database, what, spell(median), spell(p99), wanted)),
    ),
  ].join('\n')
}
