import { expect, test } from 'vitest'
import type { EventStore, StoredEvent } from '../../../../src/server/feed/event-store.ts'
import { TopicLog } from '../../../../src/server/feed/topic-log.ts'

/** A store with this many events; a read answers at most two hundred. */
function storeOf(count: number): EventStore {
  const event = (seq: number): StoredEvent => ({ seq, at: 0, body: { type: 'bulk' } })
  return {
    epoch: 'e',
    store: () => Promise.resolve([]),
    lastOf: () => Promise.resolve(new Map()),
    purge: () => Promise.resolve(),
    after: (_topic, seq) => Promise.resolve(Array.from({ length: Math.min(200, count - seq) }, (_, index) => event(seq + 1 + index))),
  }
}

test('a topic is read until nothing is left, however much came at once', async () => {
  const log = new TopicLog(storeOf(450), 'course:1', 0)
  await log.advance()
  expect(log.head).toBe(450)
})

test('the events after a number have no gap; a client too far behind or ahead reads again', async () => {
  const log = new TopicLog(storeOf(2500), 'course:1', 0)
  await log.advance()
  const seqs = async (seq: number) => {
    const events = await log.after(seq)
    return typeof events === 'string' ? events : [events[0]?.seq, events.length]
  }
  expect(await seqs(2500)).toEqual([undefined, 0])
  expect(await seqs(2499)).toEqual([2500, 1])
  expect(await seqs(2400)).toEqual([2401, 100])
  expect(await seqs(700)).toEqual([701, 200])
  expect(await seqs(499)).toBe('lag')
  expect(await seqs(2501)).toBe('gap')
})
