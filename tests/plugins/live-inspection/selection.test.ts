import { describe, expect, test } from 'vitest'
import { afterLeaving, step } from '../../../src/plugins/live-inspection/rows/selection.ts'

describe('the selected row', () => {
  test.each([
    ['stays while it is there', 'b', ['a', 'b', 'c'], 'b'],
    ['leaves to the next, not to the top', 'b', ['a', 'c', 'd'], 'c'],
    ['leaves with its neighbours to the next that stayed', 'b', ['a', 'd'], 'd'],
    ['at the end leaves to the one before', 'd', ['a', 'b', 'c'], 'c'],
    ['is none when all leave', 'b', [], undefined],
  ])('%s', (_, selected, after, next) => {
    expect(afterLeaving(['a', 'b', 'c', 'd'], after, selected)).toBe(next)
  })

  test('new rows above do not move it', () => {
    expect(afterLeaving(['a', 'b'], ['x', 'y', 'a', 'b'], 'b')).toBe('b')
  })

  test('steps over rows that colleagues hold, and stays at the ends', () => {
    const free = (id: string) => id !== 'b'
    expect(step(['a', 'b', 'c'], 'a', 1, free)).toBe('c')
    expect(step(['a', 'b', 'c'], 'c', -1, free)).toBe('a')
    expect(step(['a', 'b', 'c'], 'c', 1, free)).toBe('c')
    expect(step(['b', 'c'], undefined, 1, free)).toBe('c')
  })
})
