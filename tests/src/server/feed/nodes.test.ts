import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../support/databases.ts'
import { reached } from '../../../support/feed-socket.ts'
import { freshDatabase } from '../../../support/postgres.ts'
import { hasRedis, startRedis, type RunningRedis } from '../../../support/redis.ts'
import { announced, feedWorld, followed, otherNode, type FeedWorld, type OtherNode } from './feed-world.ts'

interface Nodes {
  readonly world: FeedWorld
  readonly other: OtherNode
  close(): Promise<void>
}

async function nodes(env: Readonly<Record<string, string>>): Promise<Nodes> {
  const database = await freshDatabase()
  const both = { ...env, DATABASE_URL: database.url }
  const world = await feedWorld('sqlite', { env: both })
  const other = await otherNode(both)
  return {
    world,
    other,
    async close() {
      await other.close()
      await world.close()
      await database.drop()
    },
  }
}

describe.skipIf(!hasPostgres())('two nodes on one PostgreSQL (postgres)', () => {
  let both: Nodes
  beforeAll(async () => {
    both = await nodes({})
  })
  afterAll(() => both.close())

  test('without Redis, a write on one node reaches the other when it polls', async () => {
    const { world, other } = both
    const { socket, seq } = await followed({ ...world, server: other.server, open: other.open }, world.teacher)
    await world.change({ bz: '一' })
    await world.change({ bz: '二' })
    await socket.until(reached(world.topic, seq + 2))
    expect(socket.events(world.topic).map((event) => event.seq)).toEqual([seq + 1, seq + 2])
  })

  test('fifty writers on both leave one numbering, the same for listeners of both', async () => {
    const { world, other } = both
    const { topic } = world
    const here = await followed(world, world.teacher)
    const there = await followed({ ...world, server: other.server, open: other.open }, world.teacher)
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const announce = { topic, ...announced(String(n)) }
        const { engine } = (n % 2 ? world.app : other.app).app
        return engine.db.write(async (tx) => engine.announce(tx, announce))
      }),
    )
    for (const { socket, seq } of [here, there]) {
      await socket.until(reached(topic, seq + 50))
      expect(socket.events(topic).map((event) => event.seq)).toEqual(Array.from({ length: 50 }, (_, n) => seq + 1 + n))
    }
    expect(there.socket.events(topic)).toEqual(here.socket.events(topic))
  })

  test('a client that changes nodes resumes there with its number from the first node', async () => {
    const { world, other } = both
    const { topic } = world
    const { socket, seq } = await followed(world, world.teacher)
    const [welcome] = socket.heard
    socket.close()
    await world.change({ bz: '三' })
    const there = await other.open(world.teacher)
    there.subscribe({ [topic]: seq }, welcome?.cmd === 'welcome' ? welcome.epoch : '')
    await there.until(reached(topic, seq + 1))
    expect(there.heard.filter(({ cmd }) => cmd === 'resync')).toEqual([])
  })
})

describe.skipIf(!hasPostgres() || !hasRedis())('two nodes on one PostgreSQL and Redis (postgres)', () => {
  let redis: RunningRedis
  let both: Nodes
  beforeAll(async () => {
    redis = await startRedis()
    both = await nodes({ REDIS_URL: redis.url })
  })
  afterAll(async () => {
    await both.close()
    await redis.stop()
  })

  test('a write on one node reaches the other without waiting for a poll', async () => {
    const { world, other } = both
    const { socket, seq } = await followed({ ...world, server: other.server, open: other.open }, world.teacher)
    const waits: number[] = []
    for (let n = 1; n <= 10; n++) {
      const began = performance.now()
      await world.change({ bz: `第${n}次` })
      await socket.until(reached(world.topic, seq + n))
      waits.push(performance.now() - began)
    }
    // Polls run once a second: written as soon as the last one arrived, all but the first would wait almost as long for the next.
    expect(Math.min(...waits.slice(1))).toBeLessThan(500)
  })

  test('nothing is lost while Redis is away, and after its return news comes at once again', async () => {
    const { world, other } = both
    const { topic } = world
    const { socket, seq } = await followed({ ...world, server: other.server, open: other.open }, world.teacher)
    const { url } = redis
    await redis.stop()
    await world.change({ bz: '断' })
    await socket.until(reached(topic, seq + 1))
    redis = await startRedis(Number(new URL(url).port))
    await pause(4_000)
    await world.change({ bz: '连' })
    await socket.until(reached(topic, seq + 2))
    expect(socket.events(topic).map((event) => event.seq)).toEqual([seq + 1, seq + 2])
  })
})
