import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '../api/contract/random-rows.ts'
import type { WorldRow } from '../api/world.ts'
import { onBothDatabases } from '../support/databases.ts'
import { answered, openSocket, reached, type FeedSocket } from '../support/feed-socket.ts'
import { rawSocket, type RawSocket } from '../support/raw-socket.ts'
import { startServer, type RunningServer } from '../support/start-server.ts'
import { misbehave } from './hostile-frames.ts'
import { callsTo, type ServerCalls } from './server-calls.ts'
import { watchMemory } from './watch-memory.ts'
import { expectNone } from '../support/expect-none.ts'

const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 20)
const password = 'Shiyan-2026'
/** As many sockets as a person may have open, and a few more. */
const SOCKETS = 33
/** With a small heap the garbage of thousands of sockets is collected, and only what is kept is measured. */
const NODE_OPTIONS = '--max-old-space-size=160'
const people = ['2025010011', '2025010012', 'assistant1']

interface Person {
  readonly token: string
  readonly userId: string
}

onBothDatabases(`sockets that read nothing and frames that no page sends (seed ${seed})`, (database) => {
  let server: RunningServer
  let calls: ServerCalls
  let teacher: Person
  let listener: FeedSocket
  let topic: string
  let result: string

  const signedIn = async (username: string): Promise<Person> => {
    const login = { username, password, captcha: '', checkKey: '' }
    const { body } = await calls.call<{ token: string; userInfo: { id: string } }>('POST', '/sys/login', { body: login })
    return { token: body.result.token, userId: body.result.userInfo.id }
  }

  beforeAll(async () => {
    server = await startServer({ database, env: { DEMO_PASSWORD: password, LOG_LEVEL: 'warn', NODE_OPTIONS } })
    calls = callsTo(server)
    teacher = await signedIn('teacher2')
    const { body } = await calls.call<{ records: WorldRow[] }>('GET', '/inspect/bhInspectionResult/submitList', { as: teacher.token })
    const [row] = body.result.records
    result = row?.id ?? ''
    topic = `course:${String(row?.['courseId'])}`
    listener = await openSocket({ server: server.url.replace('http', 'ws') }, teacher)
    listener.subscribe({ [topic]: null })
    await listener.until(answered(topic))
  })
  afterAll(async () => {
    listener.close()
    await server.remove()
  })

  /** One person opens socket after socket and reads from none, until the time is over. Answers how many there were. */
  async function attack(who: Person, random: () => number, until: number): Promise<number> {
    let opened = 0
    while (Date.now() < until) {
      const client: RawSocket = await rawSocket(server.url, who)
      opened++
      client.socket.pause()
      for (let frames = 0; frames < 60 && Date.now() < until && !client.socket.destroyed; frames++) {
        misbehave(client, random)
        await pause(20 * random())
      }
      if (random() < 0.5) client.socket.resume()
      await pause(50)
      client.socket.destroy()
    }
    return opened
  }

  test('delay nobody, use up no memory, and keep nothing from real listeners', async () => {
    const attackers = await Promise.all(people.map(signedIn))
    const until = Date.now() + SECONDS * 1000
    const waits: number[] = []
    let told = 0
    const bystander = async () => {
      while (Date.now() < until) {
        const began = performance.now()
        const { body } = await calls.call('GET', '/inspect/bhCourse/list', { as: teacher.token })
        waits.push(performance.now() - began)
        expect(body.success).toBe(true)
        await pause(20)
      }
    }
    const teller = async () => {
      while (Date.now() < until) {
        const { body } = await calls.call('POST', '/inspect/bhInspectionResult/claim', { as: teacher.token, body: { id: result } })
        expect(body.success).toBe(true)
        told++
        await pause(50)
      }
    }
    const memory = watchMemory(server.pid)
    const before = memory.held()
    let opened = 0
    const peak = await memory.peakDuring(async () => {
      const random = seeded(seed)
      const all = attackers.flatMap((who) =>
        Array.from({ length: SOCKETS }, () => attack(who, seeded(1 + Math.floor(random() * 1e9)), until)),
      )
      const [sockets] = await Promise.all([Promise.all(all), bystander(), teller()])
      opened = sockets.reduce((sum, count) => sum + count, 0)
    })
    const first = listener.events(topic)[0]?.seq ?? 0
    await listener.until(reached(topic, first + told - 1))
    waits.sort((a, b) => a - b)
    const percentile = (part: number) => Math.round(waits[Math.floor((waits.length - 1) * part)] ?? 0)
    console.log(
      `${database}: ${opened} sockets, ${waits.length} calls beside them, p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, longest ${percentile(1)} ms;` +
        ` ${told} events told; memory ${Math.round(before)} → ${Math.round(peak)} MB`,
    )
    expect(listener.events(topic).map(({ seq }) => seq)).toEqual(Array.from({ length: told }, (_, n) => first + n))
    expectNone(server.errorLines())
    expect(peak - before).toBeLessThan(200)
    // A frame of 160 unknown topics, sent thirty times, once blocked everybody for four seconds.
    expect(percentile(0.95)).toBeLessThan(2_000)
  })

  test('and give up their places to later students', async () => {
    const [first = ''] = people
    const again = await openSocket({ server: server.url.replace('http', 'ws') }, await signedIn(first))
    expect(again.heard).toMatchObject([{ cmd: 'welcome' }])
    again.close()
  })
})
