import { afterEach, expect, test, vi } from 'vitest'
import type { FeedMessage } from '../../../src/feed/messages.ts'
import { event, FakeSocket, follow, subscribed, type Follower } from './fake-server.ts'

let follower: Follower | undefined

afterEach(() => {
  follower?.feed.close()
  follower = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A client that follows course 1 and has received everything up to number 5. */
function live(): Follower {
  follower = follow(['course:1'])
  follower.socket().welcome()
  follower.socket().say(subscribed(5))
  return follower
}
const told = (news: readonly FeedMessage[]) => news.map((message) => [message.cmd, 'seq' in message ? message.seq : message.message])
/** The server keeps answering heartbeats for this long. */
function stay(socket: FakeSocket, milliseconds: number): void {
  for (let passed = 0; passed < milliseconds; passed += 500) {
    const before = socket.sent.length
    vi.advanceTimersByTime(500)
    if (socket.sent.slice(before).some(({ cmd }) => cmd === 'heartbeat')) socket.say({ cmd: 'heartcheck', time: Date.now() })
  }
}

test('the token travels as sub-protocol, and topics are requested after the welcome, from that moment on', () => {
  const { socket, states } = live()
  expect(socket()).toMatchObject({ url: 'ws://here/api/websocket/7', protocols: ['token'] })
  expect(socket().sent).toEqual([{ cmd: 'subscribe', epoch: 'E1', topics: { 'course:1': null } }])
  expect(states).toEqual([
    ['connecting', undefined],
    ['live', undefined],
  ])
})

test('a page that is left before its socket opens closes the socket then, and hears nothing of it', () => {
  const { feed, socket, states } = follow(['course:1'])
  feed.close()
  expect(socket().readyState).toBe(FakeSocket.CONNECTING)
  socket().onopen?.()
  expect(socket().readyState).toBe(3)
  expect(states).toEqual([['connecting', undefined]])
  const stuck = follow(['course:1'])
  stuck.feed.close()
  vi.advanceTimersByTime(2_000)
  expect(stuck.socket().readyState).toBe(3)
})

test('an event that comes twice is passed on once', () => {
  const { socket, news } = live()
  socket().say(event(6), event(6), event(7), event(6))
  expect(told(news)).toEqual([
    ['subscribed', 5],
    ['event', 6],
    ['event', 7],
  ])
})

test('after a gap in the numbers the page reads again, and the feed continues behind the gap', () => {
  const { socket, news } = live()
  socket().say(event(6), event(9), event(10))
  expect(news.slice(1)).toEqual([event(6), { cmd: 'resync', topic: 'course:1', seq: 9, reason: 'gap' }, event(10)])
})

test('a message that is unreadable or of an unknown kind is skipped; if an event is lost this way, the page reads again', () => {
  const { socket, news, states } = live()
  const hear = (data: string) => socket().onmessage?.({ data })
  for (const data of ['{"cmd":"eve', 'null', '[]', '{"cmd":"tomorrow"}', '{"cmd":"event","topic":"course:1","seq":"6"}']) hear(data)
  socket().say(event(7), event(8))
  expect(news.slice(1)).toEqual([{ cmd: 'resync', topic: 'course:1', seq: 7, reason: 'gap' }, event(8)])
  expect(states.map(([state]) => state)).toEqual(['connecting', 'live'])
})

test('an event hidden from this login counts but is not passed on', () => {
  const { socket, news } = live()
  socket().say({ cmd: 'event', topic: 'course:1', seq: 6, at: 0, type: 'hidden' }, event(7))
  expect(told(news).slice(1)).toEqual([['event', 7]])
})

test('after a break the feed continues after the last number, without reading again', () => {
  const { socket, news } = live()
  socket().say(event(6))
  const first = socket()
  first.end()
  vi.advanceTimersByTime(2_000)
  expect(socket()).not.toBe(first)
  socket().welcome()
  expect(socket().sent).toEqual([{ cmd: 'subscribe', epoch: 'E1', topics: { 'course:1': 6 } }])
  socket().say(subscribed(6), event(6), event(7))
  expect(told(news)).toEqual([
    ['subscribed', 5],
    ['event', 6],
    ['event', 7],
  ])
})

test('a new epoch makes the page read again, even if the first new connection breaks before saying so', () => {
  const { socket, news } = live()
  socket().end()
  vi.advanceTimersByTime(2_000)
  socket().welcome('E2')
  expect(socket().sent).toEqual([{ cmd: 'subscribe', epoch: 'E2', topics: { 'course:1': null } }])
  socket().end()
  vi.advanceTimersByTime(4_000)
  socket().welcome('E2')
  socket().say(subscribed(2), event(3))
  expect(news.slice(1)).toEqual([{ cmd: 'resync', topic: 'course:1', seq: 2, reason: 'epoch' }, event(3)])
})

test('a laptop that slept for 20 minutes connects at once and resumes', () => {
  const { socket, states } = live()
  const first = socket()
  vi.setSystemTime(Date.now() + 20 * 60_000)
  vi.advanceTimersByTime(500)
  expect(socket()).not.toBe(first)
  expect(first.readyState).toBe(3)
  socket().welcome()
  expect(socket().sent).toEqual([{ cmd: 'subscribe', epoch: 'E1', topics: { 'course:1': 5 } }])
  expect(states.at(-1)).toEqual(['live', undefined])
})

test('a server that stops answering heartbeats is given up after ten seconds', () => {
  const { socket } = live()
  const first = socket()
  stay(first, 60_000)
  expect(socket()).toBe(first)
  vi.advanceTimersByTime(40_000)
  expect(socket()).not.toBe(first)
})

test('retries get slower and slower, and clients never retry in step', () => {
  follower = follow(['course:1'])
  const { socket } = follower
  const waits: number[] = []
  for (let n = 0; n < 9; n++) {
    const before = socket()
    before.end()
    const from = Date.now()
    while (socket() === before) vi.advanceTimersByTime(500)
    waits.push(Date.now() - from)
  }
  expect(waits[0]).toBeLessThanOrEqual(1_500)
  expect(waits.at(-1)).toBeGreaterThanOrEqual(15_000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_500)
})

test('if no socket gets through, it polls every few seconds, and returns to a socket as soon as one works', async () => {
  const { socket, news, states, fetchJson } = live()
  fetchJson.mockImplementation(async () => ({ epoch: 'E1', time: Date.now(), messages: [event(6)] }))
  socket().end()
  while (fetchJson.mock.calls.length === 0) {
    await vi.advanceTimersByTimeAsync(500)
    socket().end()
  }
  expect(fetchJson.mock.calls[0]).toEqual(['/feed/events?epoch=E1&topics=course%3A1%405'])
  await vi.advanceTimersByTimeAsync(0)
  expect(states.at(-1)).toEqual(['polling', undefined])
  await vi.advanceTimersByTimeAsync(9_000)
  expect(fetchJson.mock.calls.at(-1)).toEqual(['/feed/events?epoch=E1&topics=course%3A1%406'])
  const asked = fetchJson.mock.calls.length
  expect(asked).toBeGreaterThan(2)
  while (socket().readyState === 3) await vi.advanceTimersByTimeAsync(500)
  socket().welcome()
  socket().say(subscribed(6), event(7))
  stay(socket(), 20_000)
  expect(fetchJson.mock.calls.length).toBeLessThanOrEqual(asked + 8)
  expect(states.at(-1)).toEqual(['live', undefined])
  expect(told(news)).toEqual([
    ['subscribed', 5],
    ['event', 6],
    ['event', 7],
  ])
})

test('without any network the state is offline, not polling', async () => {
  const { socket, states } = live()
  for (let n = 0; n < 8; n++) {
    socket().end()
    await vi.advanceTimersByTimeAsync(4_000)
  }
  expect(states.at(-1)).toEqual(['offline', undefined])
})

test('it reports at once that the network is gone, and reconnects as soon as it is back', async () => {
  const { socket, states, notice } = live()
  notice('offline')
  expect(states.at(-1)?.[0]).toBe('reconnecting')
  for (let n = 0; n < 4; n++) {
    socket().end()
    await vi.advanceTimersByTimeAsync(4_000)
  }
  expect(states.at(-1)?.[0]).toBe('offline')
  socket().end()
  const before = socket()
  notice('online')
  expect(socket()).not.toBe(before)
  socket().welcome()
  expect(socket().sent).toEqual([{ cmd: 'subscribe', epoch: 'E1', topics: { 'course:1': 5 } }])
  expect(states.at(-1)?.[0]).toBe('live')
})

test('the first connection counts as connecting, one after a break as reconnecting', () => {
  follower = follow(['course:1'])
  const { socket, states } = follower
  vi.advanceTimersByTime(1_500)
  expect(states).toEqual([['connecting', undefined]])
  socket().welcome()
  socket().end()
  expect(states.map(([state]) => state)).toEqual(['connecting', 'live', 'reconnecting'])
})

test.each([
  [4001, '登录已失效，请重新登录'],
  [4003, '您已没有查看该课程的权限'],
])('a feed closed with %i ends with the reason and never retries', (code, reason) => {
  const { socket, states } = live()
  const last = socket()
  last.end(code, reason)
  vi.advanceTimersByTime(120_000)
  expect(socket()).toBe(last)
  expect(states.at(-1)).toEqual(['ended', reason])
})

test('a login that ended while polling ends the feed', async () => {
  const { socket, states, fetchJson } = live()
  fetchJson.mockRejectedValue(Object.assign(new Error('no login'), { status: 401 }))
  for (let n = 0; n < 4; n++) {
    socket().end()
    await vi.advanceTimersByTimeAsync(4_000)
  }
  expect(states.at(-1)?.[0]).toBe('ended')
})

test('topics can be changed while the feed is open: only the new one is requested, and the old one is silent', () => {
  const { feed, socket, news } = live()
  feed.setTopics(['course:2'])
  expect(socket().sent.slice(1)).toEqual([
    { cmd: 'unsubscribe', topics: ['course:1'] },
    { cmd: 'subscribe', epoch: 'E1', topics: { 'course:2': null } },
  ])
  socket().say(event(6), subscribed(1, 'course:2'), event(2, 'course:2'))
  expect(told(news).slice(1)).toEqual([
    ['subscribed', 1],
    ['event', 2],
  ])
})

test('a refused topic is reported once and not requested again', () => {
  const { socket, news } = live()
  socket().say({ cmd: 'refused', topic: 'course:1', message: '没有权限' })
  socket().end()
  vi.advanceTimersByTime(2_000)
  socket().welcome()
  expect(socket().sent).toEqual([])
  expect(told(news).slice(1)).toEqual([['refused', '没有权限']])
})

test('the server’s clock is known, however wrong the local one is', () => {
  const { feed, socket } = live()
  const ahead = Date.now() + 3_600_000
  socket().say({ cmd: 'welcome', epoch: 'E1', heartbeat: 25_000, time: ahead })
  vi.advanceTimersByTime(1_000)
  expect(feed.serverNow()).toBe(ahead + 1_000)
})

test('after closing, nothing is heard, sent or retried', () => {
  const { feed, socket, news } = live()
  const last = socket()
  feed.close()
  last.say(event(6))
  vi.advanceTimersByTime(120_000)
  expect(socket()).toBe(last)
  expect(told(news)).toEqual([['subscribed', 5]])
})
