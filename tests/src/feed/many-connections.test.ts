import { afterEach, expect, test, vi } from 'vitest'
import { openFeed } from '../../../src/feed/connection.ts'
import { FakeSocket } from './fake-server.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('600 pages reconnect within three seconds of the server’s return, but not all at once', async () => {
  let isUp = false
  const came: number[] = []
  const live = new Set<number>()
  vi.useFakeTimers()
  class Line extends FakeSocket {
    constructor(url: string, protocols: readonly string[]) {
      super(url, protocols)
      if (isUp) came.push(Date.now())
      setTimeout(() => (isUp ? this.welcome() : this.end()), 5)
    }
  }
  vi.stubGlobal('WebSocket', Line)
  const fetchJson = async () => {
    if (!isUp) throw new Error('no server')
    return { epoch: 'E1', time: Date.now(), messages: [] }
  }
  const nothing = () => undefined
  const pages = Array.from({ length: 600 }, (_, index) =>
    openFeed({
      userId: String(index),
      readToken: () => 'token',
      fetchJson,
      topics: ['course:1'],
      onMessage: nothing,
      onState: (state) => (state === 'live' ? live.add(index) : live.delete(index)),
      server: 'ws://here',
    }),
  )
  await vi.advanceTimersByTimeAsync(45_000)
  expect(live.size).toBe(0)
  isUp = true
  const back = Date.now()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(live.size).toBe(600)
  const atOnce = Map.groupBy(came, (time) => Math.floor((time - back) / 100))
  expect(Math.max(...[...atOnce.values()].map(({ length }) => length))).toBeLessThan(150)
  for (const page of pages) page.close()
})
