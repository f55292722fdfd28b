import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { FeedEvent, ServerMessage } from '../../../../src/feed/messages.ts'
import { server } from '../../../api/teaching-rows.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { answered, reached } from '../../../support/feed-socket.ts'
import { rawSocket, type RawSocket } from '../../../support/raw-socket.ts'
import { announced, feedWorld, followed, type FeedWorld } from './feed-world.ts'

const waitFor = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { timeout: 15_000, interval: 20 })

onBothDatabases('clients that misbehave', (database) => {
  let world: FeedWorld
  beforeAll(async () => {
    world = await feedWorld(database)
  })
  afterAll(() => world.close())

  const raw = (): Promise<RawSocket> => rawSocket(world.server, world.teacher)
  /** The other clients still hear everything. */
  async function others(): Promise<void> {
    const { socket, seq } = await followed(world, world.teacher)
    await world.change({ bz: `之后 ${seq}` })
    await socket.until(reached(world.topic, seq + 1))
    socket.close()
  }

  test('a frame of more than 16 kB closes with 1009', async () => {
    const client = await raw()
    client.text('x'.repeat(17_000))
    expect(await client.code).toBe(1009)
    await others()
  })

  test('many small pieces of one frame are refused if they are too big together', async () => {
    const client = await raw()
    client.frame(0x01, Buffer.alloc(10_000, 'x'))
    client.frame(0x00, Buffer.alloc(10_000, 'x'))
    expect(await client.code).toBe(1009)
  })

  test('garbage is answered with a sentence, and the next valid frame is understood', async () => {
    const socket = await world.open(world.teacher)
    const nonsense = ['{', '[]', 'null', '5', '"x"', '{"cmd":"toString"}', '{"cmd":"subscribe"}', '{"cmd":"subscribe","topics":[]}']
    const wrong = [{ 'course:1': -1 }, { 'course:1': 'x' }, { "course:1' or 1=1": null }, { __proto__: null, course: 1 }]
    for (const text of nonsense) socket.send(text)
    for (const topics of wrong) socket.send({ cmd: 'subscribe', topics })
    socket.subscribe(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`course:${n}`, null])))
    socket.send({ cmd: 'unsubscribe', topics: [5, null, 'course:1'] })
    socket.send({ cmd: 'heartbeat' })
    await socket.until((heard) => heard.some(({ cmd }) => cmd === 'heartcheck'))
    const sentences = socket.heard.filter((message) => message.cmd === 'refused')
    expect(sentences).toHaveLength(nonsense.length + wrong.length + 1)
    expect(new Set(sentences.map((message) => JSON.stringify(message)))).toEqual(
      new Set([JSON.stringify({ cmd: 'refused', topic: '', message: '无法识别的消息' })]),
    )
    socket.close()
  })

  test.each([
    ['bytes that are not text', (client: RawSocket) => client.frame(0x81, Buffer.from([0xff, 0xfe, 0xfd]))],
    ['a frame without its mask', (client: RawSocket) => client.frame(0x81, Buffer.from('{}'), false)],
    ['a frame with reserved bits', (client: RawSocket) => client.frame(0xf1, Buffer.from('{}'))],
  ])('%s: only that socket is closed', async (_what, send) => {
    const client = await raw()
    send(client)
    expect(await client.code).toBeGreaterThanOrEqual(1002)
    await others()
  })

  test('a client that floods is closed', async () => {
    const client = await raw()
    for (let n = 0; n < 500; n++) client.text('{"cmd":"heartbeat"}')
    expect(await client.code).toBe(1008)
    await others()
  })

  test('topics are counted, not frames', async () => {
    const client = await raw()
    const topics = Object.fromEntries(Array.from({ length: 160 }, (_, n) => [`nobody:${n}`, null]))
    for (let n = 0; n < 3; n++) client.text(JSON.stringify({ cmd: 'subscribe', topics }))
    expect(await client.code).toBe(1008)
    expect(client.texts.filter((text) => text.includes('refused')).length).toBeLessThan(3)
    await others()
  })

  test('a frame is refused once, whatever it names, and the allowed topics in it are followed', async () => {
    const socket = await world.open(world.teacher)
    const foreign = ['course:1', 'course:2', `user:${world.student.userId}`]
    socket.subscribe({ [foreign[0] ?? '']: null, [world.topic]: null, [foreign[1] ?? '']: 5, [foreign[2] ?? '']: null })
    await socket.until(answered(world.topic))
    await socket.until(answered(foreign[2] ?? ''))
    expect(socket.heard.filter(({ cmd }) => cmd === 'refused')).toEqual([
      { cmd: 'refused', topic: foreign[0], topics: foreign, message: '没有权限，请联系管理员授权' },
    ])
    socket.close()
  })

  test('a page follows two hundred topics and no more, and those that it follows it may name again', async () => {
    const { app, mine, teacher } = world
    const semester = String(mine.course['semester'])
    const courses = Array.from({ length: 201 }, (_, n) => ({ courseTitle: `课程${n}`, semester, studentType: '1' }))
    const actor = { ...server, id: teacher.userId, username: mine.teacher.username, role: '2' }
    const rows = await app.app.engine.write({ entity: 'course', operation: 'add', rows: courses, actor })
    const topics = rows.map(({ id }) => `course:${id}`)
    const last = topics[200] ?? ''
    const socket = await world.open(teacher)
    socket.subscribe(Object.fromEntries(topics.slice(0, 200).map((topic) => [topic, null])))
    await socket.until(answered(topics[199] ?? ''))
    socket.subscribe({ [last]: null, [topics[0] ?? '']: null })
    await socket.until(answered(last))
    expect(socket.heard.filter(({ cmd }) => cmd === 'refused')).toMatchObject([{ topic: last, message: '订阅的主题太多' }])
    expect(socket.heard.filter(({ cmd }) => cmd === 'subscribed')).toHaveLength(201)
    socket.close()
  })

  test('a client that is refused again and again is closed', async () => {
    const client = await raw()
    for (let n = 0; n < 30; n++) client.text(JSON.stringify({ cmd: 'subscribe', topics: { [`course:${n}`]: null } }))
    expect(await client.code).toBe(1008)
    expect(client.texts.filter((text) => text.includes('refused'))).toHaveLength(20)
    await others()
  })

  test('no frame is handled while earlier answers wait to be read', async () => {
    const client = await raw()
    client.text(JSON.stringify({ cmd: 'subscribe', topics: { [world.topic]: null } }))
    await waitFor(() => client.texts.some((text) => text.includes('"subscribed"')))
    client.socket.pause()
    const { engine, websocketServer } = world.app.app
    const waiting = () => Math.max(...[...websocketServer.clients].map(({ bufferedAmount }) => bufferedAmount))
    const note = 'x'.repeat(8_000)
    const tell = (count: number) =>
      engine.db.write(async (tx) => {
        for (let n = 0; n < count; n++) engine.announce(tx, { topic: world.topic, ...announced(note) })
      })
    for (let rounds = 0; rounds < 30 && waiting() < 128 * 1024; rounds++) {
      await tell(100)
      await pause(50)
    }
    expect(waiting()).toBeGreaterThan(64 * 1024)
    for (let n = 0; n < 5; n++) client.text('{"cmd":"heartbeat"}')
    await waitFor(() => [...websocketServer.clients].some(({ isPaused }) => isPaused))
    client.socket.resume()
    await waitFor(() => client.texts.filter((text) => text.includes('"heartcheck"')).length === 5)
    expect([...websocketServer.clients].some(({ isPaused }) => isPaused)).toBe(false)
    client.socket.destroy()
  })

  test('pages are counted per person, across all logins', async () => {
    const { app, student } = world
    const again = await app.signIn(`stu${world.mine.mark}`, '4', 'Abc123!@')
    const tokens = [student.token, again]
    const open = Array.from({ length: 30 }, (_, n) => world.open({ ...student, token: tokens[n % 2] ?? '' }))
    const sockets = await Promise.all(open)
    const oneMore = await world.open({ ...student, token: again })
    expect(await oneMore.closed).toEqual({ code: 1013, reason: '打开的页面太多' })
    sockets[0]?.close()
    await sockets[0]?.closed
    const next = await world.open({ ...student, token: again })
    expect(next.heard).toMatchObject([{ cmd: 'welcome' }])
    for (const socket of [...sockets, next]) socket.close()
  })

  test('a socket cut in the middle of a frame is forgotten', async () => {
    const client = await raw()
    client.text(JSON.stringify({ cmd: 'subscribe', topics: { [world.topic]: null } }))
    client.socket.write(Buffer.from([0x81, 0xfe]))
    client.socket.destroy()
    await others()
    await waitFor(() => world.app.app.websocketServer.clients.size <= 1)
  })

  test('nothing piles up for a client that stops reading, and when it reads again it has missed nothing', async () => {
    const { topic, app } = world
    const { engine, websocketServer } = app.app
    const client = await raw()
    client.text(JSON.stringify({ cmd: 'subscribe', topics: { [topic]: null } }))
    await waitFor(() => client.texts.some((text) => text.includes('"subscribed"')))
    client.socket.pause()
    const note = 'x'.repeat(8_000)
    let most = 0
    for (let round = 0; round < 12; round++) {
      await engine.db.write(async (tx) => {
        for (let n = 0; n < 150; n++) engine.announce(tx, { topic, ...announced(note) })
      })
      await pause(20)
      for (const { bufferedAmount } of websocketServer.clients) most = Math.max(most, bufferedAmount)
    }
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(512 * 1024)
    client.socket.resume()
    const messages = (): ServerMessage[] => client.texts.map((text) => JSON.parse(text))
    await waitFor(() => client.texts.length >= 1_802)
    const events = messages().filter((message): message is FeedEvent => message.cmd === 'event')
    const first = events[0]?.seq ?? 0
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 1_800 }, (_, n) => first + n))
    client.socket.destroy()
  })

  test('a client that is thousands of events behind is told to read again', async () => {
    const { topic, app } = world
    const { engine } = app.app
    const { seq } = await followed(world, world.teacher)
    for (let round = 0; round < 12; round++) {
      await engine.db.write(async (tx) => {
        for (let n = 0; n < 200; n++) engine.announce(tx, { topic, ...announced() })
      })
    }
    const late = await world.open(world.teacher)
    late.subscribe({ [topic]: seq })
    expect(await late.until((heard) => heard.find(({ cmd }) => cmd === 'resync'))).toMatchObject({ seq: seq + 2_400, reason: 'lag' })
    expect(late.events(topic)).toEqual([])
  })
})
