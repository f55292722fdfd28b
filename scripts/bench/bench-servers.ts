import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../tests/support/postgres.ts'
import { benchPassword, benchSignIn } from './bench-calls.ts'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { prepareData, type BenchData } from './prepare-data.ts'

export type BenchDatabase = 'SQLite' | 'PostgreSQL'

/** The generated server and the one written by hand over the same rows, and a login of the administrator. */
export interface BenchServers {
  readonly database: BenchDatabase
  readonly product: BenchServer
  readonly handWritten: BenchServer
  readonly token: string
  readonly data: BenchData
}

export interface BenchRows {
  readonly database: BenchDatabase
  readonly rows: number
  say(sentence: string): void
}

/** Work with both servers on a fresh database with so many rows; undefined where PostgreSQL is asked for and not installed. */
export async function withServers<Result>(
  { database, rows, say }: BenchRows,
  work: (servers: BenchServers) => Promise<Result>,
): Promise<Result | undefined> {
  const cluster = database === 'PostgreSQL' ? await startCluster() : undefined
  if (database === 'PostgreSQL' && !cluster) return undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'shiyan-bench-'))
  const url: Record<string, string> = cluster ? { DATABASE_URL: cluster.url } : {}
  const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: benchPassword, CAPTCHA: 'off', DEMO: 'off', LOG_LEVEL: 'warn', ...url }
  try {
    say(`${database}: ${rows} rows …`)
    const data = await prepareData(env, rows)
    const product = await startBenchServer('src/server/main.ts', env)
    const by: Record<string, string> = cluster ? { DATABASE_URL: cluster.url } : { DATABASE_FILE: join(dataDir, 'shiyan.db') }
    const handWritten = await startBenchServer('scripts/bench/hand-written.ts', by)
    try {
      return await work({ database, product, handWritten, token: await benchSignIn(product.port), data })
    } finally {
      await Promise.all([product.stop(), handWritten.stop()])
    }
  } finally {
    await cluster?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
