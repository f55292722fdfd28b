import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { openSocket, reached, type FeedSocket } from '../support/feed-socket.ts'
import { freePort } from '../support/free-port.ts'
import { freshDatabase } from '../support/postgres.ts'
import { hasRedis, startRedis } from '../support/redis.ts'
import { startRoundRobin } from '../support/round-robin.ts'
import { startServer, type RunningServer } from '../support/start-server.ts'
import { lostWrites, storedComments } from './acknowledged.ts'
import { peopleAtWork } from './people-at-work.ts'
import { callsTo } from './server-calls.ts'

const PEOPLE = 6
const PAGES = 10
const ROUNDS = 2

/** An open page: when its socket is told that the server stops, it opens another at once. */
function openPage(server: string, whose: { token: string; userId: string }) {
  const codes: number[] = []
  let socket: FeedSocket
  let isOver = false
  const open = async (): Promise<void> => {
    socket = await openSocket({ server }, whose)
    socket.subscribe({ 'notice:all': null })
    void socket.closed.then(({ code }) => {
      if (isOver) return
      codes.push(code)
      return open()
    })
  }
  return {
    codes,
    opened: open(),
    hears: (seq: number) => socket.until(reached('notice:all', seq)),
    close() {
      isOver = true
      socket.close()
    },
  }
}

describe.skipIf(!hasPostgres() || !hasRedis())('two nodes behind a proxy that asks whether they are ready (postgres)', () => {
  test('are restarted one after the other while people work: no call fails, nothing acknowledged is lost, pages come back', async () => {
    const [database, redis] = [await freshDatabase(), await startRedis()]
    const env = { DEMO: '0', LOG_LEVEL: 'fatal', DRAIN_SECONDS: '2', TRUST_PROXY: 'on', REDIS_URL: redis.url }
    const start = async () => startServer({ databaseUrl: database.url, env, port: await freePort() })
    let nodes: RunningServer[] = [await start(), await start()]
    const proxy = await startRoundRobin(
      nodes.map(({ url }) => Number(new URL(url).port)),
      { watches: true },
    )
    try {
      const calls = callsTo(proxy)
      const token = await calls.signIn('admin', '1')
      const users = await calls.call<{ records: { id: string }[] }>('GET', '/sys/user/list', { as: token, query: { username: 'admin' } })
      const whose = { token, userId: users.body.result.records[0]?.id ?? '' }
      const pages = Array.from({ length: PAGES }, () => openPage(proxy.url.replace('http', 'ws'), whose))
      await Promise.all(pages.map(({ opened }) => opened))
      const load = peopleAtWork(PEOPLE, [proxy.url], token)
      for (let turn = 0; turn < ROUNDS * nodes.length; turn++) {
        const which = turn % nodes.length
        await nodes[which]?.stop('SIGTERM')
        const again = await nodes[which]?.restart()
        nodes = nodes.map((node, index) => (index === which && again ? again : node))
        // The proxy asks five times a second.
        await pause(1_000)
      }
      await load.stop()
      expectNone(load.failed)
      const { rows, audited } = await storedComments(nodes[0] as RunningServer)
      expectNone(lostWrites(load.acknowledged, rows, new Set(audited)))
      expect(load.acknowledged.length).toBeGreaterThan(50)
      const codes = pages.flatMap((page) => page.codes)
      expect(codes.length).toBeGreaterThanOrEqual(PAGES * ROUNDS)
      expect(new Set(codes)).toEqual(new Set([1001]))
      await calls.call('GET', '/sys/annountCement/syncNotic', { as: token })
      await Promise.all(pages.map((page) => page.hears(1)))
      console.log(`${load.acknowledged.length} writes acknowledged, ${codes.length} sockets told to come back`)
      for (const page of pages) page.close()
    } finally {
      await proxy.close()
      for (const node of nodes) await node.remove()
      await Promise.all([database.drop(), redis.stop()])
    }
  })
})
