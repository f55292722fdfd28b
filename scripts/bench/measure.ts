import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../tests/support/postgres.ts'
import { benchPassword, benchSignIn } from './bench-calls.ts'
import { startBenchServer } from './bench-server.ts'
import { compare, type BenchComparison, type Effort } from './compare.ts'
import { importSeconds } from './import-time.ts'
import { addMix, editMix, getMix, listMix } from './mixes.ts'
import { prepareData, type BenchData } from './prepare-data.ts'

export interface Measured {
  readonly database: 'SQLite' | 'PostgreSQL'
  readonly comparisons: readonly BenchComparison[]
  /** Seconds of one import of `importedRows`. */
  readonly importSeconds: number
  readonly importedRows: number
}

export interface MeasurePlan {
  readonly rows: number
  /** Students in the lists, among whom 5,000 are allocated. */
  readonly students: number
  readonly importedRows: number
  readonly effort: Effort
  say(sentence: string): void
}

interface Place {
  readonly database: Measured['database']
  readonly product: Readonly<Record<string, string>>
  readonly handWritten: Readonly<Record<string, string>>
}

async function measureOn(place: Place, plan: MeasurePlan, data: BenchData): Promise<Measured> {
  const product = await startBenchServer('src/server/main.ts', place.product)
  const handWritten = await startBenchServer('scripts/bench/hand-written.ts', place.handWritten)
  try {
    const token = await benchSignIn(product.port)
    const ports = { product: product.port, handWritten: handWritten.port }
    const comparisons: BenchComparison[] = []
    for (const [what, requests] of [
      ['list', listMix(data)],
      ['get', getMix(data)],
      ['edit', editMix(data)],
      ['add', addMix(data)],
    ] as const) {
      plan.say(`${place.database}: ${what} …`)
      comparisons.push(await compare(what, ports, { token, requests, effort: plan.effort }))
    }
    const seconds = await importSeconds(product, token, { courseId: data.courseIds[0] ?? '', rows: plan.importedRows })
    return { database: place.database, comparisons, importSeconds: seconds, importedRows: plan.importedRows }
  } finally {
    await Promise.all([product.stop(), handWritten.stop()])
  }
}

async function prepareAndMeasure(plan: MeasurePlan, { databaseUrl }: { databaseUrl?: string } = {}): Promise<Measured> {
  const database = databaseUrl ? 'PostgreSQL' : 'SQLite'
  const dataDir = mkdtempSync(join(tmpdir(), 'shiyan-bench-'))
  const env = {
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: benchPassword,
    CAPTCHA: 'off',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
  try {
    plan.say(`${database}: ${plan.rows} rows …`)
    const data = await prepareData(env, plan.rows)
    const handWritten: Place['handWritten'] = databaseUrl ? { DATABASE_URL: databaseUrl } : { DATABASE_FILE: join(dataDir, 'shiyan.db') }
    return await measureOn({ database, product: env, handWritten }, plan, data)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const measureSqlite = (plan: MeasurePlan): Promise<Measured> => prepareAndMeasure(plan)

/** Measures on a PostgreSQL of its own; undefined where none is installed. */
export async function measurePostgres(plan: MeasurePlan): Promise<Measured | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  try {
    return await prepareAndMeasure(plan, { databaseUrl: cluster.url })
  } finally {
    await cluster.stop()
  }
}
