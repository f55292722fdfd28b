import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anyTable, ReadCache } from '../../../../engine/server/query/read-cache.ts'

let counted: number
let counts: ReadCache<number>
beforeEach(() => {
  counted = 0
  counts = new ReadCache<number>()
})

const count = (key: string, tables: readonly string[] = ['course']): Promise<number> =>
  counts.get(key, () => ({ tables, read: () => Promise.resolve(++counted) }))

test('a count is kept until one of its tables is written', async () => {
  expect(await count('a')).toBe(1)
  counts.written(['student'])
  expect(await count('a')).toBe(1)
  counts.written(['course'])
  expect(await count('a')).toBe(2)
})

test('a count in use stays cached, however many others come', async () => {
  await count('used')
  for (let other = 0; other < 6000; other++) {
    await count(`other ${other}`)
    if (other % 1000 === 0) expect(await count('used')).toBe(1)
  }
  expect(await count('used')).toBe(1)
})

test('a count made during a write is counted again', async () => {
  const meanwhile = () => {
    counts.written(['course'])
    return Promise.resolve(++counted)
  }
  expect(await counts.get('a', () => ({ tables: ['course'], read: meanwhile }))).toBe(1)
  expect(await count('a')).toBe(2)
})

test('everybody who asks while it is counted waits for the same count', async () => {
  const [one, other] = await Promise.all([count('a'), count('a')])
  expect([one, other]).toEqual([1, 1])
  counts.written(['course'])
  expect(await count('a')).toBe(2)
})

test('a count that failed is made again', async () => {
  const failing = () => counts.get('a', () => ({ tables: ['course'], read: () => Promise.reject(new Error('gone')) }))
  await expect(failing()).rejects.toThrow('gone')
  expect(await count('a')).toBe(1)
})

test('a count that a scope may change without a write is made again after a while', async () => {
  vi.useFakeTimers()
  try {
    const scoped = () => count('a', ['course', anyTable])
    expect([await scoped(), await scoped()]).toEqual([1, 1])
    vi.advanceTimersByTime(3000)
    expect(await scoped()).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

describe('where others write too', () => {
  let state: string
  beforeEach(() => {
    vi.useFakeTimers()
    state = 'before'
    counts = new ReadCache<number>({ shared: () => ({ state, at: Date.now() }) })
  })
  afterEach(() => vi.useRealTimers())

  test('a count is kept as long as nobody has written anything', async () => {
    for (let second = 0; second < 10; second++) {
      expect(await count('a')).toBe(1)
      vi.advanceTimersByTime(1000)
    }
  })

  test('a count is made again two seconds after anybody has written anything, at the latest', async () => {
    await count('a')
    state = 'after'
    vi.advanceTimersByTime(2000)
    expect(await count('a')).toBe(2)
    vi.advanceTimersByTime(5000)
    expect(await count('a')).toBe(2)
  })

  test('a count is made again at once when this node has written', async () => {
    await count('a')
    counts.written(['course'])
    expect(await count('a')).toBe(2)
  })

  test('that nothing was written long ago is no reason to believe a count', async () => {
    counts = new ReadCache<number>({ shared: () => ({ state, at: 0 }) })
    await count('a')
    vi.advanceTimersByTime(3000)
    expect(await count('a')).toBe(2)
  })

  test('a count that a scope may change without a write is made again after a while', async () => {
    const scoped = () => count('a', ['course', anyTable])
    await scoped()
    vi.advanceTimersByTime(3000)
    expect(await scoped()).toBe(2)
  })

  test('while what was written is asked for, everybody waits for the same count', async () => {
    counts = new ReadCache<number>({ shared: () => Promise.resolve({ state, at: Date.now() }) })
    expect(await Promise.all([count('a'), count('a')])).toEqual([1, 1])
  })
})

test('questions of any length are kept apart', async () => {
  const long = 'x'.repeat(100_000)
  expect([await count(`${long}a`), await count(`${long}b`), await count(`${long}a`)]).toEqual([1, 2, 1])
})
