import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openFeed, type Feed, type FeedState } from '../../../../src/feed/connection.ts'
import type { FeedMessage } from '../../../../src/feed/messages.ts'
import { written } from '../../../api/teaching-rows.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { answered, listening, openSocket, reached } from '../../../support/feed-socket.ts'
import { freePort } from '../../../support/free-port.ts'
import { freshDatabase } from '../../../support/postgres.ts'
import { feedWorld, followed, type FeedWorld } from './feed-world.ts'

onBothDatabases('after a break', (database) => {
  let world: FeedWorld
  let env: Record<string, string>
  let port: number
  let remove: () => Promise<void> | void
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shiyan-feed-'))
    const fresh = database === 'postgres' ? await freshDatabase() : undefined
    remove = async () => {
      await fresh?.drop()
      rmSync(folder, { recursive: true, force: true })
    }
    env = { DATA_DIR: folder, ...(fresh ? { DATABASE_URL: fresh.url } : {}) }
    port = await freePort()
    world = await feedWorld('sqlite', { env, port })
  })
  afterAll(async () => {
    await world.close()
    await remove()
  })

  test('a client continues after its last number and hears what it missed, once', async () => {
    const { topic } = world
    const { socket, seq } = await followed(world, world.teacher)
    await world.change({ bz: '一' })
    await socket.until(reached(topic, seq + 1))
    socket.close()
    await socket.closed
    for (const bz of ['二', '三', '四']) await world.change({ bz })
    const again = await world.open(world.teacher)
    const [welcome] = again.heard
    again.subscribe({ [topic]: seq + 1 }, welcome?.cmd === 'welcome' ? welcome.epoch : '')
    await again.until(reached(topic, seq + 4))
    expect(again.heard.slice(1)).toMatchObject([
      { cmd: 'subscribed', seq: seq + 1 },
      { seq: seq + 2, version: expect.any(Number), row: { bz: '四' } },
      { seq: seq + 3 },
      { seq: seq + 4, row: { bz: '四' } },
    ])
    again.close()
    await again.closed
  })

  test('if events are no longer stored, the client reads again, by socket and by polling', async () => {
    const { topic, app } = world
    const { socket, seq } = await followed(world, world.teacher)
    for (const bz of ['五', '六', '七']) await world.change({ bz })
    await socket.until(reached(topic, seq + 3))
    socket.close()
    await socket.closed
    await vi.waitFor(() => expect(app.app.websocketServer.clients.size).toBe(0))
    await app.app.engine.db.write((tx) =>
      tx
        .deleteFrom('feed_event')
        .where('topic', '=', topic)
        .where('seq', '<=', seq + 2)
        .execute(),
    )
    for (const known of [0, seq, seq + 1]) {
      const late = await world.open(world.teacher)
      late.subscribe({ [topic]: known })
      expect(await late.until((heard) => heard.find(({ cmd }) => cmd === 'resync'))).toMatchObject({ topic, seq: seq + 3, reason: 'gap' })
      late.close()
    }
    const polled = await app.call<{ messages: unknown[] }>('GET', '/feed/events', {
      as: world.teacher.token,
      query: { topics: `${topic}@${seq}`, epoch: (await epochOf(world)) ?? '' },
    })
    expect(polled.body.result.messages).toEqual([{ cmd: 'resync', topic, seq: seq + 3, reason: 'gap' }])
  })

  test('if an event is no longer readable, the client reads again, and later events are reported', async () => {
    const { topic, app } = world
    const { socket, seq } = await followed(world, world.teacher)
    await world.change({ bz: '八' })
    await world.change({ bz: '九' })
    await socket.until(reached(topic, seq + 2))
    socket.close()
    await socket.closed
    await vi.waitFor(() => expect(app.app.websocketServer.clients.size).toBe(0))
    const spoil = (body: string) =>
      app.app.engine.db.write((tx) =>
        tx
          .updateTable('feed_event')
          .set({ body })
          .where('topic', '=', topic)
          .where('seq', '=', seq + 1)
          .execute(),
      )
    for (const body of ['{"type":"wri', '{"type":"write","entity":5}', 'null']) {
      await spoil(body)
      const late = await world.open(world.teacher)
      late.subscribe({ [topic]: seq }, (await epochOf(world)) ?? '')
      await late.until(reached(topic, seq + 2))
      expect(late.heard.slice(1)).toMatchObject([
        { cmd: 'subscribed' },
        { cmd: 'resync', seq: seq + 1 },
        { cmd: 'event', seq: seq + 2, row: { bz: '九' } },
      ])
      late.close()
      await late.closed
      await vi.waitFor(() => expect(app.app.websocketServer.clients.size).toBe(0))
    }
  })

  test('a number ahead of the topic makes the client read again', async () => {
    const { topic } = world
    const socket = await world.open(world.teacher)
    socket.subscribe({ [topic]: 1_000_000 })
    expect(await socket.until(answered(topic))).toMatchObject({ cmd: 'resync', reason: 'gap' })
    socket.subscribe({ [topic]: 0 }, 'another epoch')
    await socket.until((heard) => heard.some((message) => message.cmd === 'resync' && message.reason === 'epoch'))
  })

  test('across a restart of the server, the product’s client loses and doubles nothing', async () => {
    const { topic } = world
    const news: FeedMessage[] = []
    const states: FeedState[] = []
    let app: TestApp = world.app
    const feed: Feed = openFeed({
      userId: world.teacher.userId,
      readToken: () => world.teacher.token,
      fetchJson: () => Promise.reject(new Error('no asking here')),
      topics: [topic],
      onMessage: (message) => news.push(message),
      onState: (state) => states.push(state),
      server: world.server,
    })
    await vi.waitFor(() => expect(news).toHaveLength(1), { timeout: 5_000 })
    await world.change({ bz: '八' })
    await vi.waitFor(() => expect(news).toHaveLength(2), { timeout: 5_000 })
    await app.close()
    app = await testApp({ database: 'sqlite', env })
    await written(app, 'inspectionResult', [{ id: world.result, bz: '九' }], { operation: 'edit', unlocked: 'all' })
    await listening(app.app, port)
    await vi.waitFor(() => expect(news).toHaveLength(3), { timeout: 15_000, interval: 50 })
    // A restart that takes its time is told as offline meanwhile.
    expect(states.filter((state) => state !== 'offline')).toEqual(['connecting', 'live', 'reconnecting', 'live'])
    const last = news[2]
    if (database === 'postgres') expect(last).toMatchObject({ cmd: 'event', row: { bz: '九' } })
    else expect(last).toMatchObject({ cmd: 'resync', reason: 'epoch' })
    await written(app, 'inspectionResult', [{ id: world.result, bz: '十' }], { operation: 'edit', unlocked: 'all' })
    await vi.waitFor(() => expect(news).toHaveLength(4), { timeout: 5_000 })
    expect(news[3]).toMatchObject({ cmd: 'event', row: { bz: '十' } })
    feed.close()
    await app.close()
  })
})

async function epochOf(world: FeedWorld): Promise<string | undefined> {
  const socket = await openSocket({ server: world.server }, world.teacher)
  const [welcome] = socket.heard
  socket.close()
  return welcome?.cmd === 'welcome' ? welcome.epoch : undefined
}
