import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { freshDatabase } from './postgres.ts'
import { startRedis } from './redis.ts'
import { startRoundRobin } from './round-robin.ts'
import { shareKey } from './share-key.ts'
import { startS3 } from './s3.ts'
import { copyStartedData } from './started-data.ts'
import { serverPassword, startServer, type RunningServer, type ServerOptions } from './start-server.ts'

/** What nodes share, and what each has of its own. */
interface Places {
  readonly databaseUrl: string
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  readonly nodes: readonly { readonly dataDir: string; readonly port: number }[]
}

async function startAll(places: Places, remove: () => Promise<void>): Promise<RunningServer> {
  const { databaseUrl, env, nodes, port } = places
  const lines: string[] = []
  const servers: RunningServer[] = []
  // One after the other: each takes all that this machine has.
  for (const node of nodes) servers.push(await startServer({ ...node, databaseUrl, env, lines }))
  const ports = nodes.map((node) => node.port)
  const proxy = await startRoundRobin(ports, { port })
  const stop = async (signal?: NodeJS.Signals) => {
    await proxy.close()
    await Promise.all(servers.map((server) => server.stop(signal)))
  }
  return {
    url: proxy.url,
    dataDir: nodes[0]?.dataDir ?? '',
    databaseUrl,
    pid: servers[0]?.pid ?? 0,
    lines,
    errorLines: () => [...new Set(servers.flatMap((server) => server.errorLines()))],
    stop,
    restart: () => startAll(places, remove),
    async remove() {
      await stop()
      await remove()
    },
  }
}

/**
 * Two nodes with no folder in common, on one PostgreSQL, Redis and S3, behind a proxy that gives each request to the other one; used
 * like a single server.
 */
export async function startNodes(options: ServerOptions): Promise<RunningServer> {
  const [one, other] = ['one', 'other'].map((name) => mkdtempSync(join(tmpdir(), `shiyan-${name}-`))) as [string, string]
  const settings = { ADMIN_PASSWORD: serverPassword, ...options.env }
  const database = options.started ? await copyStartedData('postgres', one, settings) : await freshDatabase()
  if (!database) throw new Error('nodes need PostgreSQL')
  // What was uploaded before there was S3 lies on disk: its operator copies it to each node.
  cpSync(one, other, { recursive: true })
  for (const folder of [one, other]) shareKey(folder)
  const [redis, s3] = [await startRedis(), await startS3()]
  const port = await freePort()
  const shared = { REDIS_URL: redis.url, S3_URL: s3.url('first'), TRUST_PROXY: 'on', PUBLIC_URL: `http://localhost:${port}` }
  const nodes = [
    { dataDir: one, port: await freePort() },
    { dataDir: other, port: await freePort() },
  ]
  return startAll({ databaseUrl: database.url, port, nodes, env: { ...shared, ...options.env } }, async () => {
    await database.drop()
    await Promise.all([redis.stop(), s3.close()])
    for (const { dataDir } of nodes) rmSync(dataDir, { recursive: true, force: true })
  })
}
