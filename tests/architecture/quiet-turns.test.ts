import { expect, test } from 'vitest'
import { quietTurns } from '../../scripts/bench/quiet-turns.ts'

/** Turns of these speeds of the measure, one after the other; how many were taken is counted. */
async function turnsOf(speeds: readonly number[], wanted: number) {
  let taken = 0
  const found = await quietTurns({ wanted, turn: () => Promise.resolve(speeds[taken++] ?? 100), speed: (one) => one })
  return { found, taken }
}

test('turns in which the measure was slow do not count, and others are taken in their place', async () => {
  expect(await turnsOf([100, 50, 90, 84, 95], 3)).toEqual({ found: [100, 90, 95], taken: 5 })
})

test('what was the best at first is slow beside a better one', async () => {
  expect(await turnsOf([60, 61, 100, 99, 98], 3)).toEqual({ found: [100, 99, 98], taken: 5 })
})

test('a machine that is never quiet is measured by its quietest turns, after three tries for each', async () => {
  expect(await turnsOf([100, 10, 20, 30, 40, 50], 2)).toEqual({ found: [100, 50], taken: 6 })
})
