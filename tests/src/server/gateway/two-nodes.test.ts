import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { TestApp } from '../../../support/build-app.ts'
import { hasPostgres } from '../../../support/databases.ts'
import { freePort } from '../../../support/free-port.ts'
import { hasRedis, startRedis } from '../../../support/redis.ts'
import { twoNodes } from '../../../support/two-nodes.ts'

const BURST = 4
const asked = (node: TestApp, url: string, remoteAddress: string) =>
  node.app.inject({ url: `/gateway${url}`, remoteAddress }).then(({ statusCode }) => statusCode)

async function aTarget(): Promise<number> {
  const server = createServer((_request, response) => response.end('here'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A route below `/a`, known to both nodes. */
async function route(nodes: readonly TestApp[], uri: string, filters: readonly object[]): Promise<void> {
  const [one] = nodes
  const as = (await one?.signIn('admin', '1')) ?? ''
  const predicates = JSON.stringify([{ name: 'Path', args: ['/a/**'] }])
  const router = { routerId: 'a', name: 'a', uri, status: true, predicates, filters: JSON.stringify(filters) }
  const body = (await one?.call('POST', '/sys/gatewayRoute/updateAll', { as, body: { router } }))?.body
  expect(body).toMatchObject({ success: true })
  for (const [n, node] of nodes.entries()) await expect.poll(() => asked(node, '/a/x', `192.0.2.${n}`)).not.toBe(404)
}

test.skipIf(!hasPostgres() || !hasRedis())(
  'with Redis the limiter counts what one address asks of all nodes together; while Redis is away each node counts alone',
  async () => {
    let redis = await startRedis()
    const { one, other, close } = await twoNodes({ REDIS_URL: redis.url, OUTBOUND_ALLOW: '127.0.0.0/8' })
    const args = [
      { key: 'key-resolver', value: '#{@ipKeyResolver}' },
      { key: 'redis-rate-limiter.replenishRate', value: 1 },
      { key: 'redis-rate-limiter.burstCapacity', value: BURST },
    ]
    await route([one, other], `http://127.0.0.1:${await aTarget()}`, [{ name: 'RequestRateLimiter', args }])
    /** How many of so many calls pass that this address makes of both nodes in turn, at once. */
    const passing = async (address: string) => {
      const codes = await Promise.all(Array.from({ length: 6 * BURST }, (_, n) => asked(n % 2 ? one : other, '/a/x', address)))
      expect(new Set(codes)).toEqual(new Set([200, 429]))
      return codes.filter((code) => code === 200).length
    }
    // One more where the second of the clock turned meanwhile.
    const together = (count: number) => count >= BURST && count <= BURST + 1
    expect(await passing('198.51.100.1')).toSatisfy(together)
    await redis.stop()
    const alone = await passing('198.51.100.2')
    expect(alone).toBeGreaterThanOrEqual(2 * BURST)
    expect(alone).toBeLessThanOrEqual(2 * BURST + 2)
    redis = await startRedis(Number(new URL(redis.url).port))
    let address = 2
    await expect.poll(() => passing(`198.51.100.${++address}`), { timeout: 10_000 }).toSatisfy(together)
    await close()
    await redis.stop()
  },
)

test.skipIf(!hasPostgres())('the breaker of one node says nothing of the other, and clearing the cache on one closes both', async () => {
  const { one, other, close } = await twoNodes({ OUTBOUND_ALLOW: '127.0.0.0/8' })
  const port = await freePort()
  await route([one, other], `http://127.0.0.1:${port}`, [{ name: 'Hystrix', args: [{ key: 'fallbackUri', value: 'forward:/fallback' }] }])
  for (let n = 0; n < 21; n++) expect(await asked(one, '/a/x', '192.0.2.9')).toBe(503)
  const server = createServer((_request, response) => response.end('here'))
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  expect(await asked(one, '/a/x', '192.0.2.9')).toBe(503)
  expect(await asked(other, '/a/x', '192.0.2.9')).toBe(200)
  const as = await other.signIn('admin', '1')
  await other.call('GET', '/sys/gatewayRoute/clearRedis', { as })
  await expect.poll(() => asked(one, '/a/x', '192.0.2.9'), { timeout: 2_000 }).toBe(200)
  await close()
})
