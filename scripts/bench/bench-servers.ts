import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../../tests/support/postgres.ts'
import { benchPassword, benchSignIn } from './bench-calls.ts'
import { builtServer, startBenchServer, type BenchServer } from './bench-server.ts'
import { writeAccount } from './bench-account.ts'
import { prepareData, type BenchData } from './prepare-data.ts'

const PEOPLE = 5

export type BenchDatabase = 'SQLite' | 'PostgreSQL'

/** The generated server and the one written by hand over the same rows, and a login of the administrator. */
export interface BenchServers {
  readonly database: BenchDatabase
  readonly product: BenchServer
  readonly handWritten: BenchServer
  readonly token: string
  /** Logins of some administrators, who ask over connections of their own: reads of one person wait for each other. */
  readonly people: readonly string[]
  readonly data: BenchData
}

export interface BenchRows {
  readonly database: BenchDatabase
  readonly rows: number
  say(sentence: string): void
}

/** Settings of the server, as environment variables. */
export type BenchSettings = Readonly<Record<string, string>>

/** Work with the settings for a fresh database; undefined where PostgreSQL is asked for and not installed. */
export async function withDatabase<Result>(
  database: BenchDatabase,
  work: (env: BenchSettings) => Promise<Result>,
): Promise<Result | undefined> {
  const cluster = database === 'PostgreSQL' ? await startCluster() : undefined
  if (database === 'PostgreSQL' && !cluster) return undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'shiyan-bench-'))
  const url: Record<string, string> = cluster ? { DATABASE_URL: cluster.url } : {}
  try {
    return await work({ DATA_DIR: dataDir, ADMIN_PASSWORD: benchPassword, CAPTCHA: 'off', DEMO: 'off', LOG_LEVEL: 'warn', ...url })
  } finally {
    await cluster?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Work with a server on this database, and a login of the administrator. */
export async function withServer<Result>(
  env: BenchSettings,
  work: (server: BenchServer & { readonly token: string }) => Promise<Result>,
): Promise<Result> {
  const server = await startBenchServer(builtServer, env)
  try {
    return await work({ ...server, token: await benchSignIn(server.port) })
  } finally {
    await server.stop()
  }
}

/** Work with both servers on a fresh database with so many rows; undefined where PostgreSQL is asked for and not installed. */
export const withServers = <Result>(
  { database, rows, say }: BenchRows,
  work: (servers: BenchServers) => Promise<Result>,
): Promise<Result | undefined> =>
  withDatabase(database, async (env) => {
    say(`${database}: ${rows} rows …`)
    const data = await prepareData(env, rows)
    return withServer(env, async ({ token, ...product }) => {
      const { DATABASE_URL: url = '', DATA_DIR: folder = '' } = env
      const by: BenchSettings = url ? { DATABASE_URL: url } : { DATABASE_FILE: join(folder, 'shiyan.db') }
      const handWritten = await startBenchServer('scripts/bench/hand-written.ts', by)
      try {
        const people = [token]
        while (people.length < PEOPLE) people.push(await writeAccount({ product, token }))
        return await work({ database, product, handWritten, token, people, data })
      } finally {
        await handWritten.stop()
      }
    })
  })
