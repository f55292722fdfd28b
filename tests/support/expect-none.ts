import { expect } from 'vitest'

/** As many faults are named in the message of a failed test. */
const MOST_NAMED = 20

const nameOf = (fault: unknown): string => (typeof fault === 'string' ? fault : (JSON.stringify(fault) ?? String(fault)))

/** A list of faults is empty; where it is not, the one line of the failure names them. */
export function expectNone(faults: Iterable<unknown>): void {
  const all = [...faults].map(nameOf)
  if (all.length === 0) return
  const more = all.length > MOST_NAMED ? ` · and ${all.length - MOST_NAMED} more` : ''
  expect.fail(`${all.length} found that should not be: ${all.slice(0, MOST_NAMED).join(' · ')}${more}`)
}
