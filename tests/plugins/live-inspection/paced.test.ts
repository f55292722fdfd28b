import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { soonAfter } from '../../../src/plugins/live-inspection/progress/soon-after.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what happens steadily is asked about again and again, once per span', () => {
  let asked = 0
  const asking = soonAfter(1500, () => void asked++)
  for (let at = 0; at < 60; at++) {
    asking.happened()
    vi.advanceTimersByTime(100)
  }
  expect(asked).toBe(4)
  asking.stop()
  vi.advanceTimersByTime(5000)
  expect(asked).toBe(4)
})
