import { expect, test } from 'vitest'
import { quietTurns } from '../../scripts/bench/quiet-turns.ts'

type Pair = readonly [product: number, measure: number]

/** Turns with these speeds, one after the other; how many were taken is counted. */
async function turnsOf(pairs: readonly Pair[], wanted: number) {
  let taken = 0
  const found = await quietTurns<Pair>({ wanted, turn: () => Promise.resolve(pairs[taken++] ?? [100, 100]), speeds: (one) => one })
  return { found, taken }
}

test('turns in which one of the two was slow do not count, and others are taken in their place', async () => {
  const [first, second, third]: readonly [Pair, Pair, Pair] = [
    [50, 100],
    [45, 90],
    [48, 95],
  ]
  expect(await turnsOf([first, [50, 60], second, [30, 100], third], 3)).toEqual({ found: [first, second, third], taken: 5 })
})

test('what was the best at first is slow beside a better one', async () => {
  const better: Pair[] = [
    [50, 100],
    [50, 99],
    [49, 98],
  ]
  expect(await turnsOf([[30, 60], [30, 61], ...better], 3)).toEqual({ found: better, taken: 5 })
})

test('a machine that is never quiet is measured by its quietest turns, after three tries for each', async () => {
  const loud: Pair[] = [20, 30, 40, 50].map((speed) => [speed, 10])
  expect(await turnsOf([[100, 100], ...loud, [60, 60]], 2)).toEqual({
    found: [
      [100, 100],
      [60, 60],
    ],
    taken: 6,
  })
})
