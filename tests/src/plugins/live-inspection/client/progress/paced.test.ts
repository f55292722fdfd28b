import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from '../../../../../../src/plugins/live-inspection/client/progress/paced.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first event is asked about at once, steady events once per span, and the last one always', () => {
  let asked = 0
  const asking = paced(() => void asked++)
  asking()
  expect(asked).toBe(1)
  vi.advanceTimersByTime(5000)
  expect(asked).toBe(1)
  for (let index = 0; index < 60; index++) {
    asking()
    vi.advanceTimersByTime(100)
  }
  expect(asked).toBe(6)
  vi.advanceTimersByTime(1500)
  expect(asked).toBe(6)
  asking()
  asking()
  expect(asked).toBe(7)
  asking.cancel()
  vi.advanceTimersByTime(5000)
  expect(asked).toBe(7)
})
