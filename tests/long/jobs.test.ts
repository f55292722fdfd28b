import { hostname } from 'node:os'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { freshDatabase, type FreshDatabase } from '../support/postgres.ts'
import { startServer, type RunningServer } from '../support/start-server.ts'
import { callsTo, onlooker, type Cells, type Onlooker } from './server-calls.ts'

const FIRINGS = 200
const SECOND = 1_000
/** A node that does not say for so long that it lives has lost its run. */
const LEASE = 10 * SECOND

const nameOf = ({ pid }: RunningServer): string => `${hostname()}:${pid}`

describe.skipIf(!hasPostgres())('jobs on two nodes', () => {
  let database: FreshDatabase
  let nodes: RunningServer[]
  let db: Onlooker
  let admin: string
  beforeAll(async () => {
    database = await freshDatabase()
    const start = () => startServer({ databaseUrl: database.url, env: { DEMO: '0', LOG_LEVEL: 'fatal' } })
    nodes = [await start(), await start()]
    db = await onlooker({ dataDir: '', databaseUrl: database.url })
    admin = await callsTo(nodes[0] as RunningServer).signIn('admin', '1')
  }, 60_000)
  afterAll(async () => {
    await db.close()
    for (const node of nodes) await node.remove()
    await database.drop()
  })

  const running = () => nodes.filter(({ pid }) => !killed.has(pid))
  const killed = new Set<number>()
  const kill = async (node: string | undefined) => {
    const found = nodes.find((one) => nameOf(one) === node)
    if (!found) throw new Error(`no node ${node}`)
    await found.stop('SIGKILL')
    killed.add(found.pid)
  }
  const add = async (body: object) => {
    const { result } = (
      await callsTo(running()[0] as RunningServer).call<{ id: string }>('POST', '/sys/quartzJob/add', { as: admin, body })
    ).body
    return result.id
  }
  const runs = (jobId: string): Promise<Cells[]> =>
    db.look(`select due, node, outcome from sys_job_run where job_id = '${jobId}' order by due`)

  test(`each of ${FIRINGS} firings of a one-second job runs exactly once, and both nodes have some`, async () => {
    const id = await add({ jobClassName: 'SampleJob' })
    const count = async () => (await runs(id)).length
    await expect.poll(count, { timeout: (FIRINGS + 60) * SECOND, interval: SECOND }).toBeGreaterThanOrEqual(FIRINGS)
    const seen = (await runs(id)).slice(0, FIRINGS)
    const first = Number(seen[0]?.['due'])
    expect(seen.map(({ due }) => Number(due))).toEqual(seen.map((_run, index) => first + index * SECOND))
    expectNone(seen.filter(({ outcome }) => outcome !== 'done').map((run) => JSON.stringify(run)))
    const byNode = Map.groupBy(seen, ({ node }) => node)
    expect([...byNode.keys()].sort()).toEqual(nodes.map(nameOf).sort())
  })

  test('the node that runs a job is killed: the run is noted as lost, and the next firing is on the other node', async () => {
    // The job waits for this lock, so it is certainly in the middle of its run.
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query('begin; lock table sys_login_log in access exclusive mode')
    const id = await add({ jobClassName: 'ClearLoginLogJob', cronExpression: '* * * * * ?' })
    await expect.poll(async () => (await runs(id)).map(({ outcome }) => outcome), { timeout: 10 * SECOND }).toEqual(['running'])
    const [broken] = await runs(id)
    await kill(broken?.['node'])
    await client.end()
    const others = async () => (await runs(id)).filter(({ node, outcome }) => node !== broken?.['node'] && outcome === 'done').length
    await expect.poll(others, { timeout: LEASE + 5 * SECOND, interval: 200 }).toBeGreaterThan(2)
    const after = await runs(id)
    expect(after[0]).toEqual({ ...broken, outcome: 'lost' })
    expect(new Set(after.slice(1).map(({ node }) => node))).toEqual(new Set(running().map(nameOf)))
    const dues = after.map(({ due }) => Number(due))
    expect(new Set(dues).size).toBe(dues.length)
    expect((dues[1] ?? 0) - (dues[0] ?? 0), 'between the lost firing and the next').toBeLessThanOrEqual(LEASE + 2 * SECOND)
  })
})
