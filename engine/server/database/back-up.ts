import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { CopyRequest } from './copy-worker.ts'

const run = promisify(execFile)
const missing = '本机没有 pg_dump，不能备份 PostgreSQL；请安装 PostgreSQL 客户端'

/** The password travels in the environment: everyone on the machine can read the arguments of a process. */
async function dump(databaseUrl: string, to: string): Promise<void> {
  const url = new URL(databaseUrl)
  const env = { ...process.env, ...(url.password && { PGPASSWORD: decodeURIComponent(url.password) }) }
  url.password = ''
  try {
    await run('pg_dump', ['--format=custom', `--file=${to}`, `--dbname=${url.href}`], { env })
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT' ? new Error(missing, { cause: error }) : error
  }
}

async function copy(from: string, to: string): Promise<void> {
  const workerData: CopyRequest = { from, to }
  // Its `error` rejects what waits for its end.
  await once(new Worker(new URL('./copy-worker.ts', import.meta.url), { workerData }), 'exit')
}

/** Write the database as it is at one moment to a new file; the server works on meanwhile. */
export async function backUpDatabase(
  place: { readonly databaseUrl?: string | undefined; readonly dataDir: string },
  to: string,
): Promise<void> {
  if (place.databaseUrl === undefined) await copy(join(place.dataDir, 'shiyan.db'), to)
  else await dump(place.databaseUrl, to)
}
