import { beforeEach, expect, test } from 'vitest'
import { CountCache } from '../../../../engine/server/query/count-cache.ts'

let counted: number
let counts: CountCache
beforeEach(() => {
  counted = 0
  counts = new CountCache(false)
})

const count = (key: string, tables: readonly string[] = ['course']): Promise<number> =>
  counts.get(key, () => ({ tables, count: () => Promise.resolve(++counted) }))

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
  expect(await counts.get('a', () => ({ tables: ['course'], count: meanwhile }))).toBe(1)
  expect(await count('a')).toBe(2)
})

test('everybody who asks while it is counted waits for the same count', async () => {
  const [one, other] = await Promise.all([count('a'), count('a')])
  expect([one, other]).toEqual([1, 1])
  counts.written(['course'])
  expect(await count('a')).toBe(2)
})

test('a count that failed is made again', async () => {
  const failing = () => counts.get('a', () => ({ tables: ['course'], count: () => Promise.reject(new Error('gone')) }))
  await expect(failing()).rejects.toThrow('gone')
  expect(await count('a')).toBe(1)
})
