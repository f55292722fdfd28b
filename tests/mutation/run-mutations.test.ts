import { expect, test } from 'vitest'
import { endOf } from './run-mutations.ts'

const run = { failed: true, stopped: false, said: '' }

test('a run that was stopped found nothing, whatever had been said before', () => {
  expect(endOf({ ...run, stopped: true })).toBe('timeout')
  expect(endOf({ ...run, stopped: true, said: 'AssertionError: expected 1 to be 2' })).toBe('timeout')
})

test('a failing test finds the fault, unless the source cannot be loaded', () => {
  expect(endOf(run)).toBe('found')
  expect(endOf({ ...run, said: 'SyntaxError: Unexpected token' })).toBe('broken')
  expect(endOf({ ...run, failed: false })).toBe('survived')
})
