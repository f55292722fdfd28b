import { expect, test } from 'vitest'
import { withPoint, type LivePoint } from '../../../../src/client/monitor/points.ts'
import { statusColour, timeColour, waitedShare } from '../../../../src/client/monitor/trace-colours.ts'

test('a time has the colour of its limit', () => {
  const at = [0, 499, 500, 999, 1000, 1499, 1500, 60_000]
  expect(at.map(timeColour)).toEqual(['green', 'green', 'cyan', 'cyan', 'orange', 'orange', 'red', 'red'])
})

test('an answer is yellow from 90 percent of the time that pages wait, red and late from 100 percent on', () => {
  expect([0, 8099, 8100, 8999, 9000, 20_000].map((time) => waitedShare(time))).toMatchObject([
    { percent: 0, colour: 'blue', isLate: false },
    { colour: 'blue', isLate: false },
    { percent: 90, colour: 'gold', isLate: false },
    { colour: 'gold', isLate: false },
    { percent: 100, colour: 'red', isLate: true },
    { colour: 'red', isLate: true },
  ])
})

test('a status has the colour of its kind', () => {
  const at = [101, 200, 204, 304, 399, 400, 401, 403, 404, 500, 503]
  const [pink, green, cyan, orange, red] = ['pink', 'green', 'cyan', 'orange', 'red']
  expect(at.map(statusColour)).toEqual([pink, green, cyan, cyan, cyan, orange, orange, red, red, red, red])
})

test('a chart keeps the latest seven points', () => {
  const points = Array.from({ length: 9 }, (_, value) => ({ at: '', value })).reduce<readonly LivePoint[]>(withPoint, [])
  expect(points.map(({ value }) => value)).toEqual([2, 3, 4, 5, 6, 7, 8])
})
