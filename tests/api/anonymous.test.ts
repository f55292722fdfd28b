import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { expectNone } from '../support/expect-none.ts'
import { routesOf, type AppRoute } from './routes.ts'

interface Open {
  /** Why it must answer without a login, and what keeps strangers from asking it without end. */
  readonly reason: string
  readonly bound: string
  readonly perMinute?: number
}
const open: Readonly<Record<string, Open | undefined>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../spec/grants.json'), 'utf8'),
).public

let app: TestApp
let routes: readonly AppRoute[]
beforeAll(async () => {
  app = await testApp({ database: 'sqlite', env: { CAPTCHA: 'on' } })
  routes = (await routesOf(app)).filter(({ access }) => access === 'public')
})
afterAll(() => app.close())

test('every call that answers without a login was written down with its reason and its bound', () => {
  const isBound = ({ name, perMinute }: AppRoute): boolean => {
    const said = open[name]
    return Boolean(said?.reason) && Boolean(said?.bound) && said?.perMinute === perMinute
  }
  expect(routes.length).toBeGreaterThan(30)
  expectNone(routes.filter((route) => !isBound(route)).map(({ name, perMinute }) => `${name} (${perMinute ?? 'no bound'} a minute)`))
})

test('one address that asks them too often is refused, and no other', { timeout: 60_000 }, async () => {
  const faults: string[] = []
  for (const [index, { name, method, path, perMinute }] of routes.entries()) {
    if (perMinute === undefined) continue
    const ask = async (remoteAddress: string) => {
      const address = `/api${path.replace(/\{[^}]*\}/g, 'x')}`
      const { statusCode } = await app.app.inject({ method, url: address, remoteAddress, ...(method === 'POST' && { payload: {} }) })
      return statusCode
    }
    const answers = await Promise.all(Array.from({ length: perMinute }, () => ask(`10.0.1.${index}`)))
    if (answers.includes(429)) faults.push(`${name} is refused too early`)
    if ((await ask(`10.0.1.${index}`)) !== 429) faults.push(`${name} is never refused`)
    if ((await ask(`10.0.2.${index}`)) === 429) faults.push(`${name} is refused to another address`)
  }
  expectNone(faults)
})
