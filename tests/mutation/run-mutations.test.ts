import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectNone } from '../support/expect-none.ts'
import { mutations } from './mutations.ts'
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

test('every planted fault has one place in its file, and tests that exist', () => {
  const at = (path: string) => join(import.meta.dirname, '../..', path)
  expectNone(
    mutations.flatMap(({ file, text, tests, wrong }) => [
      ...(existsSync(at(file)) && readFileSync(at(file), 'utf8').split(text).length === 2 ? [] : [`${file}: ${wrong}`]),
      ...tests.filter((path) => !existsSync(at(path))),
    ]),
  )
})
