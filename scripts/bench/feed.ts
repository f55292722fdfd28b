import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../machine.mjs'
import { startCluster } from '../../tests/support/postgres.ts'
import { hasRedis, startRedis } from '../../tests/support/redis.ts'
import { startServer, type RunningServer } from '../../tests/support/start-server.ts'
import type { FeedJob, FeedSeen } from './feed-clients.ts'
import { whilePainting, type Painted } from './receipt-to-paint.ts'
import { prepareFeed, type FeedSize } from './prepare-feed.ts'

export interface FeedLoad extends FeedSize {
  readonly perSecond: number
  readonly seconds: number
}

/** The load that the product is to bear. */
export const feedLoad: FeedLoad = { courses: 30, teachers: 60, students: 2_000, perSecond: 50, seconds: 60 }

export interface FeedMeasured extends FeedSeen {
  readonly setting: string
  /** Of one real browser that looked on, where one did. */
  readonly painted?: Painted | undefined
}

/** One server on SQLite or PostgreSQL, or two with Redis between them; in the last of these one is killed in the middle. */
export const feedSettings = ['SQLite', 'PostgreSQL', '2 nodes', '2 nodes, one killed'] as const
export type FeedSetting = (typeof feedSettings)[number]

/** The clients are a process of their own, so that they take no time from the server's thread. */
async function runClients(job: FeedJob, folder: string): Promise<FeedSeen> {
  const file = join(folder, 'feed-job.json')
  writeFileSync(file, JSON.stringify(job))
  const child = spawn(process.execPath, [join(root, 'scripts/bench/feed-clients.ts'), file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await text(child.stdout)
  if (said.trim() === '') throw new Error('the clients of the feed said nothing')
  return JSON.parse(said)
}

interface Place {
  readonly folder: string
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
}

async function measureAt(setting: FeedSetting, load: FeedLoad, { folder, databaseUrl, redisUrl }: Place): Promise<FeedMeasured> {
  const env = { DATA_DIR: folder, CAPTCHA: 'off', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
  const people = await prepareFeed(env, load)
  const shared = { dataDir: folder, ...(databaseUrl ? { databaseUrl } : {}) }
  const node = () => startServer({ ...shared, env: { DEMO: '0', LOG_LEVEL: 'error', ...(redisUrl ? { REDIS_URL: redisUrl } : {}) } })
  const nodes: RunningServer[] = [await node()]
  if (setting.startsWith('2')) nodes.push(await node())
  try {
    const job = { ...people, nodes: nodes.map(({ url }) => url), perSecond: load.perSecond, seconds: load.seconds }
    const clients = runClients(job, folder)
    const [teacher] = people.listeners
    const looked = setting === 'SQLite' && teacher && whilePainting(nodes[0]?.url ?? '', teacher, () => clients.then(() => undefined))
    const painted = (await looked) || undefined
    if (setting === '2 nodes, one killed') {
      const killing = pause((load.seconds * 1000) / 2).then(() => nodes[0]?.stop('SIGKILL'))
      await Promise.all([clients, killing])
    }
    return { setting, painted, ...(await clients) }
  } finally {
    await Promise.all(nodes.map((one) => one.stop()))
  }
}

/** Teachers listen while students hand in; undefined where PostgreSQL or Redis is not installed. */
export async function measureFeed(setting: FeedSetting, load: FeedLoad = feedLoad): Promise<FeedMeasured | undefined> {
  const isShared = setting.startsWith('2')
  if (isShared && !hasRedis()) return undefined
  const cluster = setting === 'SQLite' ? undefined : await startCluster()
  if (setting !== 'SQLite' && !cluster) return undefined
  const redis = isShared ? await startRedis() : undefined
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-feed-'))
  try {
    return await measureAt(setting, load, { folder, databaseUrl: cluster?.url, redisUrl: redis?.url })
  } finally {
    await cluster?.stop()
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const columns = [22, 11, 10, 6, 9, 7, 12, 9, 9, 9, 9] as const
const row = (...cells: readonly (string | number)[]): string =>
  cells.map((cell, index) => String(cell).padEnd(columns[index] ?? 0)).join('')

/** The table of what was measured. */
export function feedTable(
  measured: readonly FeedMeasured[],
  { courses, teachers, students, perSecond, seconds }: FeedLoad = feedLoad,
): string {
  const paints = measured.flatMap(({ painted }) => (painted ? [painted] : []))
  return [
    `live feed: ${teachers} teachers of ${courses} courses, ${students} students, ${perSecond} submissions/s for ${seconds} s; ms from commit to receipt, wanted p99 < 250`,
    row('nodes', 'submitted', 'received', 'lost', 'doubled', 'holes', 'reconnects', 'p50', 'p95', 'p99', 'most'),
    ...measured.map((one) =>
      row(one.setting, one.submitted, one.received, one.lost, one.doubled, one.holes, one.reconnects, one.p50, one.p95, one.p99, one.most),
    ),
    ...paints.map(({ events, p50, p95 }) => `one browser among them: receipt to paint p50 ${p50} ms, p95 ${p95} ms of ${events} events`),
  ].join('\n')
}
