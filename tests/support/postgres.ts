import { execFileSync, spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgres } from '../../scripts/machine.mjs'
import { freePort } from './free-port.ts'

/** Set by the cluster of a test run; empty if PostgreSQL is not installed. */
export const clusterVariable = 'SHIYAN_TEST_POSTGRES'

export interface Cluster {
  readonly url: string
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root, so root uses the account that the package created. */
function account(): SpawnOptions {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function initialise(programs: string, folder: string, user: SpawnOptions): void {
  const options = ['-D', join(folder, 'data'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  const { status, stderr } = spawnSync(join(programs, 'initdb'), options, { ...user, cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const exit = new Promise((done) => server.once('exit', done))
  server.kill('SIGINT')
  await exit
}

/** A cluster that forgets what it wrote when the machine loses its power, not when a process dies; tests wait for no disk then. */
const careless = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']

/**
 * Start a cluster in a temporary folder, on a free loopback port; undefined if PostgreSQL is not installed. One that is not
 * `durable` answers a commit before it is on the disk.
 */
export async function startCluster({ durable = true } = {}): Promise<Cluster | undefined> {
  const programs = findPostgres()
  if (!programs) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-postgres-'))
  const user = account()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  initialise(programs, folder, user)
  const port = await freePort()
  const place = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`, 'max_connections=200']
  const settings = durable ? place : [...place, ...careless]
  const options = ['-D', join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawn(join(programs, 'postgres'), options, { ...user, cwd: folder, stdio: 'ignore' })
  const quit = () => server.kill('SIGQUIT')
  process.once('exit', quit)
  const stop = async () => {
    await stopped(server)
    process.off('exit', quit)
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  for (let tries = 0; tries < 150; tries++) {
    if (server.exitCode !== null) break
    if (await answers(url)) return { url, stop }
    await pause(200)
  }
  await stop()
  throw new Error('the PostgreSQL test cluster did not start')
}

let made = 0

/** A statement on the run's cluster, outside its test databases. */
export async function onCluster<Row extends object>(statement: string): Promise<readonly Row[]> {
  const cluster = process.env[clusterVariable]
  if (!cluster) throw new Error('this run has no PostgreSQL cluster')
  const client = new Client({ connectionString: cluster })
  await client.connect()
  const { rows } = await client.query<Row>(statement).finally(() => client.end())
  return rows
}

/** A database of the run's cluster. `drop` removes it and disconnects everyone who is still connected. */
export interface FreshDatabase {
  readonly name: string
  readonly url: string
  drop(): Promise<void>
}

/** A new database: empty, or a copy of another one that nobody uses. */
export async function freshDatabase(template = 'template0'): Promise<FreshDatabase> {
  const name = `test_${process.pid}_${Date.now().toString(36)}_${++made}`
  await onCluster(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(process.env[clusterVariable] ?? '')
  url.pathname = `/${name}`
  return { name, url: url.href, drop: async () => void (await onCluster(`drop database if exists ${name} with (force)`)) }
}
