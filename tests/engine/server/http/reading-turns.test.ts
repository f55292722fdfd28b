import { once } from 'node:events'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReadingTurns } from '../../../../engine/server/http/reading-turns.ts'
import { aPerson } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { listening } from '../../../support/feed-socket.ts'
import { writeStudents } from '../../../support/students.ts'

/** Blocks the process, as SQLite does while it reads. */
const hold = (milliseconds: number): void => {
  for (const until = performance.now() + milliseconds; performance.now() < until;);
}

test('four reads of a person run at once, the others as these end, and nobody else waits for them', async () => {
  const turns = new ReadingTurns({ holdsThread: true })
  const ends: (() => void)[] = []
  let begun = 0
  const all = Array.from({ length: 10 }, async () =>
    turns.take('one', () => {
      begun++
      return new Promise<void>((end) => ends.push(end))
    }),
  )
  await turn()
  expect(begun).toBe(4)
  expect(await turns.take('another', () => 'at once')).toBe('at once')
  while (ends.length) {
    ends.pop()?.()
    await turn()
    await turn()
  }
  await Promise.all(all)
  expect(begun).toBe(10)
})

test('while thousands of others come and are forgotten, the reads of a person still wait for each other', async () => {
  const turns = new ReadingTurns({ holdsThread: true })
  const ends: (() => void)[] = []
  let begun = 0
  const read = () => {
    begun++
    return new Promise<void>((end) => ends.push(end))
  }
  const all = Array.from({ length: 4 }, async () => turns.take('one', read))
  for (let n = 0; n < 3000; n++) expect(await turns.take(`other ${n}`, () => n)).toBe(n)
  all.push((async () => turns.take('one', read))())
  await turn()
  expect(begun).toBe(4)
  ends.pop()?.()
  await expect.poll(() => begun).toBe(5)
  for (const end of ends) end()
  await Promise.all(all)
})

test('after a person’s long read, everything else that waits comes first', async () => {
  const turns = new ReadingTurns({ holdsThread: true })
  const order: string[] = []
  const long = async (name: string) =>
    turns.take('one', () => {
      hold(8)
      order.push(name)
    })
  const all = ['a', 'b', 'c'].map(long)
  setImmediate(() => order.push('other'))
  await Promise.all(all)
  expect(order[0]).toBe('a')
  expect(order.indexOf('other')).toBeLessThan(order.indexOf('c'))
})

test.each([
  { holdsThread: true, begun: 4, sentence: 'waits for what comes meanwhile, where reads hold the thread' },
  { holdsThread: false, begun: 5, sentence: 'begins at once, where reads only wait for another process' },
])('the read after a long one $sentence', async ({ holdsThread, begun: expected }) => {
  const turns = new ReadingTurns({ holdsThread })
  const ends: (() => void)[] = []
  const all = Array.from({ length: 5 }, async () => turns.take('one', () => new Promise<void>((end) => ends.push(end))))
  await pause(8)
  ends[0]?.()
  for (let n = 0; n < 4; n++) {
    await turn()
    await turns.take('another', () => n)
  }
  expect(ends).toHaveLength(expected)
  await expect.poll(() => ends.length).toBe(5)
  for (const end of ends) end()
  await Promise.all(all)
})

test('a failed read gives its turn back', async () => {
  const turns = new ReadingTurns({ holdsThread: true })
  const fail = () => turns.take('one', () => Promise.reject(new Error('broken')))
  for (let n = 0; n < 6; n++) await expect(fail()).rejects.toThrow('broken')
  expect(await turns.take('one', () => 1)).toBe(1)
})

test('a person with more than a hundred waiting reads is refused', async () => {
  const turns = new ReadingTurns({ holdsThread: true })
  let end = (): void => undefined
  const open = new Promise<void>((done) => (end = done))
  const all = Array.from({ length: 104 }, async () => turns.take('one', () => open))
  await expect((async () => turns.take('one', () => 1))()).rejects.toThrow('同时进行的查询过多，请稍后再试！')
  end()
  await Promise.all(all)
})

/**
 * A client in its own thread, so that it does not wait for the server's work: sends everything at once, says when all is sent, and answers
 * the order of the responses.
 */
const client = `
const { request } = require('node:http')
const { parentPort, workerData } = require('node:worker_threads')
const { sent, requests } = workerData
const answers = []
const ask = ({ name, url, token, method }) => new Promise((done, failed) => {
  const asked = request(url, { method, agent: false, headers: { 'x-access-token': token } }, (reply) => {
    reply.resume().on('end', () => done(answers.push([name, reply.statusCode])))
  })
  asked.on('finish', () => {
    if (Atomics.add(sent, 0, 1) + 1 === requests.length) Atomics.notify(sent, 0)
  })
  asked.on('error', failed).end()
})
Promise.all(requests.map(ask)).then(() => parentPort.postMessage(answers))`

/** Hold this thread, and the server in it, until the other has sent so many requests: a busy machine would let some come late. */
function waitUntilSent(sent: Int32Array, count: number): void {
  for (let seen = Atomics.load(sent, 0); seen < count; seen = Atomics.load(sent, 0))
    if (Atomics.wait(sent, 0, seen, 20_000) === 'timed-out') throw new Error(`only ${seen} of ${count} requests were sent`)
}

onBothDatabases('a person who reads a lot', (database) => {
  let app: TestApp
  let server: string
  beforeAll(async () => {
    app = await testApp({ database })
    await writeStudents(app.app.engine, 40_000)
    server = (await listening(app.app)).replace('ws:', 'http:')
  })
  afterAll(() => app.close())

  test.each([
    { what: 'lists', path: '/sys/user/list', method: 'GET' },
    { what: 'exports by POST', path: '/sys/user/exportXls', method: 'POST' },
  ])('thirty of the most expensive $what of one person delay nobody else', async ({ path, method }) => {
    const admin = await app.signIn('admin', '1')
    const { token: other } = await aPerson(app, admin, '1')
    const url = (where: string, query: Record<string, string>) => `${server}/api${where}?${new URLSearchParams(query)}`
    const rules = (n: number) => Array.from({ length: 20 }, (_, index) => ({ field: 'realname', rule: 'like', val: `无此人${n}${index}` }))
    const dear = (n: number) => ({ superQueryMatchType: 'or', superQueryParams: JSON.stringify(rules(n)) })
    const thirty = Array.from({ length: 30 }, (_, n) => ({ name: 'dear', url: url(path, dear(n)), token: admin, method }))
    const requests = [...thirty, { name: 'other', url: url('/sys/user/list', { pageSize: '1' }), token: other }]
    const sent = new Int32Array(new SharedArrayBuffer(4))
    const answered = once(new Worker(client, { eval: true, workerData: { sent, requests } }), 'message')
    waitUntilSent(sent, requests.length)
    const [answers] = await answered
    const order = (answers as [string, number][]).map((answer) => answer.join(' '))
    expect(order.slice(0, 15)).toContain('other 200')
    expect(order.filter((one) => one === 'dear 200')).toHaveLength(30)
  })
})
