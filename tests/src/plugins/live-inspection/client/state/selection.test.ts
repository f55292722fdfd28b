import { describe, expect, test } from 'vitest'
import { createMarkSelection, following, step } from '../../../../../../src/plugins/live-inspection/client/state/selection.ts'

const ids = ['a', 'b', 'c', 'd']
const but = (closed: string) => (id: string) => id !== closed

describe('one step', () => {
  test('skips rows that colleagues hold, and stays at the ends', () => {
    expect(step(ids, 'a', 1, { isOpen: but('b') })).toBe('c')
    expect(step(ids, 'd', -1, { isOpen: but('b') })).toBe('c')
    expect(step(ids, 'd', 1)).toBe('d')
    expect(step(ids, undefined, 1, { isOpen: but('a') })).toBe('b')
  })

  test('from a row that has left turns back at the end, and leads nowhere if there is no other row', () => {
    const left = { isOpen: but('d'), isThere: but('d') }
    expect(step(ids, 'd', 1, left)).toBe('c')
    expect(step(['d'], 'd', 1, left)).toBeUndefined()
  })
})

test('after a finished row comes the next below, at the end the one above', () => {
  expect(following(ids, 'b', () => true)).toBe('c')
  expect(following(ids, 'b', but('c'))).toBe('d')
  expect(following(ids, 'd', () => true)).toBe('c')
  expect(following(['a'], 'a', but('a'))).toBeUndefined()
})

test('a row that a colleague took over ignores keys until the user chooses again, even the same row', () => {
  const selection = createMarkSelection()
  selection.set('a')
  selection.halt({ id: 'u2', name: '李老师' })
  expect(selection.haltedBy()?.name).toBe('李老师')
  selection.set('a')
  expect([selection.get(), selection.haltedBy(), selection.round()]).toEqual(['a', undefined, 2])
})
