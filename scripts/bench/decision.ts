import fastify, { type FastifyInstance } from 'fastify'
import { guardRoutes } from '../../engine/server/access/route-access.ts'
import { typedDatabase } from '../../engine/server/index.ts'
import { createAccess } from '../../src/server/access/access.ts'
import { buildApp } from '../../src/server/app.ts'
import { createLogins } from '../../src/server/auth/logins.ts'
import { readConfig } from '../../src/server/config.ts'
import { openMigrated } from '../../src/server/database.ts'
import { benchPassword } from './bench-calls.ts'
import type { BenchLine } from './bench-lines.ts'
import { withDatabase, type BenchDatabase, type BenchSettings } from './bench-servers.ts'
import { median, type Effort } from './compare.ts'
import { listMix } from './mixes.ts'
import { prepareData } from './prepare-data.ts'

const BLOCK = 500
/** Blocks in a run; the first are the time in which code becomes fast. */
const BLOCKS = 8
const WARM_UP = 6
const permission = 'teaching:equipment:view'

/** Microseconds of the processor that one call takes: others on the machine do not change it. */
async function costOf(app: FastifyInstance, urls: readonly string[], token: string): Promise<number> {
  const started = process.cpuUsage()
  for (let n = 0; n < BLOCK; n++) {
    const url = urls[n % urls.length] ?? ''
    const { statusCode } = await app.inject({ url, headers: { 'x-access-token': token } })
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
  }
  const { user, system } = process.cpuUsage(started)
  return (user + system) / BLOCK
}

async function listCosts(env: BenchSettings, urls: readonly string[], runs: number): Promise<{ costs: number[]; token: string }> {
  const app = await buildApp(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  try {
    const payload = { username: 'admin', password: benchPassword, captcha: '', checkKey: '' }
    const login = await app.inject({ method: 'POST', url: '/api/sys/login', payload })
    const token: string = login.json().result.token
    const costs: number[] = []
    for (let block = -WARM_UP; block < runs * BLOCKS; block++) {
      const cost = await costOf(app, urls, token)
      if (block >= 0) costs.push(cost)
    }
    return { costs, token }
  } finally {
    await app.close()
  }
}

/** By how much a route that needs a login and a permission costs more than one that needs neither; both are asked in turn. */
async function decisionCosts(env: BenchSettings, token: string, runs: number): Promise<number[]> {
  const db = typedDatabase(await openMigrated(readConfig(env)))
  const app = fastify()
  try {
    const access = createAccess(db, async () => new Map())
    guardRoutes(app, createLogins(db, access))
    app.get('/open', { config: { permission: 'public' } }, async () => 'ok')
    app.get('/guarded', { config: { permission } }, async () => 'ok')
    const costs: number[] = []
    for (let block = -WARM_UP; block < runs * BLOCKS; block++) {
      const open = await costOf(app, ['/open'], token)
      const cost = (await costOf(app, ['/guarded'], token)) - open
      if (block >= 0) costs.push(cost)
    }
    return costs
  } finally {
    await app.close()
    await db.close()
  }
}

/** What it costs to decide who asks and whether they may, beside the whole list call, in one process and without a network. */
export const measureDecision = (
  database: BenchDatabase,
  { fewRows, effort }: { readonly fewRows: number; readonly effort: Effort },
): Promise<BenchLine[] | undefined> =>
  withDatabase(database, async (env) => {
    const urls = listMix(await prepareData(env, fewRows)).map(({ path }) => path)
    const list = await listCosts(env, urls, effort.runs)
    const decision = median(await decisionCosts(env, list.token, effort.runs))
    const whole = median(list.costs)
    return [
      { database, what: 'list call', unit: 'µs', value: whole },
      { database, what: 'permission decision', unit: 'µs', value: decision },
      { database, what: 'decision ÷ list call', unit: '%', value: (decision / whole) * 100, wanted: '< 5' },
    ]
  })
