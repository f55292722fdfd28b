import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../scripts/machine.mjs'
import { startOptions } from '../../scripts/start-options.ts'
import { freePort } from './free-port.ts'
import { freshDatabase, type FreshDatabase } from './postgres.ts'
import { copyStartedData } from './started-data.ts'
import { shareKey } from './share-key.ts'
import type { DatabaseKind } from './databases.ts'

export const serverPassword = 'Admin-12345'

export interface RunningServer {
  readonly url: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly pid: number
  /** Everything that the server has written so far, line by line. */
  readonly lines: readonly string[]
  /** Lines of level error or worse, and everything on the error stream that is not a log line. */
  errorLines(): string[]
  /** Stop with a signal and wait; the data stays, so that the server can be restarted with it. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** After a stop: start again with the remaining data, at the same address. */
  restart(): Promise<RunningServer>
  /** Stop and remove data folder and database. */
  remove(): Promise<void>
}

export interface ServerOptions {
  readonly database?: DatabaseKind
  /** Start with the data of an earlier server instead of new data. */
  readonly dataDir?: string
  readonly databaseUrl?: string
  /** New data are those of a server that has started once before. */
  readonly started?: boolean
  /** The port of an earlier server, which pages still use. */
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  /** What `npm start` runs, instead of the sources; long tests always do. */
  readonly built?: boolean
  /** Where its lines go, if other servers write there too. */
  readonly lines?: string[]
}

function isError(line: string): boolean {
  const level = /^\{.*?"level":(\d+|"\w+")/.exec(line)?.[1]
  return level !== undefined && (Number(level) >= 50 || level === '"error"' || level === '"fatal"')
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/sys/randomImage/ready`).then(
    (reply) => reply.ok,
    () => false,
  )
}

async function newData(
  options: ServerOptions,
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<FreshDatabase | undefined> {
  if (options.databaseUrl) return undefined
  const database = options.database ?? 'sqlite'
  if (options.started && !options.dataDir) return copyStartedData(database, dataDir, settings)
  return database === 'postgres' ? freshDatabase() : undefined
}

/** The real server in a separate process, on a free loopback port, with captcha off. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'shiyan-server-'))
  if (!options.dataDir) shareKey(dataDir)
  const port = options.port ?? (await freePort())
  const settings = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, ADMIN_PASSWORD: serverPassword, CAPTCHA: 'off' }
  const fresh = await newData(options, dataDir, { ...settings, ...options.env })
  const databaseUrl = options.databaseUrl ?? fresh?.url
  const env = { ...process.env, NODE_ENV: 'production', ...settings, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...options.env }
  const isBuilt = options.built ?? process.env['TEST_EXTENT'] === 'whole'
  const child = spawn(process.execPath, isBuilt ? [...startOptions(), 'dist/server/main.js'] : ['scripts/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = options.lines ?? []
  const err: string[] = []
  createInterface(child.stdout).on('line', (line) => out.push(line))
  createInterface(child.stderr).on('line', (line) => err.push(line))
  const exit = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    await exit
  }
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await answers(url)); tries++) {
    if (child.exitCode === null && child.signalCode === null && tries < 300) await pause(200)
    else {
      await stop('SIGKILL')
      throw new Error(`the server did not start:\n${[...out, ...err].join('\n')}`)
    }
  }
  return {
    url,
    dataDir,
    databaseUrl,
    pid: child.pid ?? 0,
    lines: out,
    errorLines: () => [...out.filter(isError), ...err.filter((line) => !/Warning:|--trace-/.test(line))],
    stop,
    restart: () => startServer({ ...options, started: false, dataDir, port, ...(databaseUrl ? { databaseUrl } : {}) }),
    remove: async () => {
      await stop()
      await fresh?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
