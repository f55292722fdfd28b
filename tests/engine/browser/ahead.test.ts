import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askAhead, forgetAhead, takeAhead } from '../../../engine/browser/ahead.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  forgetAhead()
})

const now = () => Promise.resolve('asked now')

test('an answer that was asked for ahead is taken once, by whoever asks the same', async () => {
  await askAhead(['rows', 1], () => Promise.resolve('asked ahead'))
  expect(await takeAhead(['rows', 2], now)).toBe('asked now')
  expect(await takeAhead(['rows', 1], now)).toBe('asked ahead')
  expect(await takeAhead(['rows', 1], now)).toBe('asked now')
})

test('an answer that is still on its way is waited for, and one that nobody took within ten seconds is too old', async () => {
  const answer = Promise.withResolvers<string>()
  void askAhead(['rows'], () => answer.promise)
  await vi.advanceTimersByTimeAsync(60_000)
  answer.resolve('late')
  await vi.advanceTimersByTimeAsync(9_000)
  expect(await takeAhead(['rows'], now)).toBe('late')
  await askAhead(['rows'], () => Promise.resolve('old'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await takeAhead(['rows'], now)).toBe('asked now')
})

test('a refusal reaches whoever takes it, and the next try asks again', async () => {
  askAhead(['rows'], () => Promise.reject(new Error('refused'))).catch(() => undefined)
  await expect(takeAhead(['rows'], now)).rejects.toThrow('refused')
  expect(await takeAhead(['rows'], now)).toBe('asked now')
})

test('another login takes nothing that was asked before it', async () => {
  await askAhead(['rows'], () => Promise.resolve('theirs'))
  forgetAhead()
  expect(await takeAhead(['rows'], now)).toBe('asked now')
})
