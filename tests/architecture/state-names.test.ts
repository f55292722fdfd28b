import { expect, test } from 'vitest'
import { expectNone } from '../support/expect-none.ts'
import { sourcesOf, type Source } from './sources.ts'

/** A state that is compared with, set to or listed as a number: its name stands beside the schema, in `*-states.ts`. */
const bareStates =
  /(?:\b(?:submitStatus|submit_status|attendance)\b|\b(?:help|row|now|request|[oht])\??\.status\b)(?:'\])?\)?\s*(?:[!=]==|=|:)\s*\[?\d/g

const bareIn = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) => [...text.matchAll(bareStates)].map(([found]) => `${path}: ${found}`))

test('states of submissions, attendance and help are called by their names', () => {
  // The `status` of an account is of a dictionary.
  expectNone(bareIn(sourcesOf('src', 'schemas').filter(({ path }) => !path.startsWith('src/server/auth/'))))
})

test.each([
  'if (row.submitStatus === 2) return',
  "after?.['submitStatus'] === 1 && isChanged",
  'when: { submitStatus: [0, 1] }',
  'sql`where t.submit_status = 1`',
  'help?.status === 3',
  'attendance !== 1',
])('a bare number is found in %s', (text) => {
  expect(bareIn([{ path: 'src/planted.ts', text }])).not.toEqual([])
})
