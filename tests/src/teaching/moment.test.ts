import { expect, test } from 'vitest'
import { momentOf, timeOf } from '../../../src/teaching/moment.ts'

test('a stored time is Beijing time, whatever the zone of the machine', () => {
  const time = '2026-11-23 07:59:59'
  expect(momentOf(time)).toBe(Date.UTC(2026, 10, 22, 23, 59, 59))
  expect(timeOf(momentOf(time))).toBe(time)
  expect(momentOf('')).toBeNaN()
})
