import { expect } from 'vitest'

/** The message of a failed test names this many faults. */
const MOST_NAMED = 20

const nameOf = (fault: unknown): string => (typeof fault === 'string' ? fault : (JSON.stringify(fault) ?? String(fault)))

/** Expects an empty list of faults; otherwise the failure names them in one line. */
export function expectNone(faults: Iterable<unknown>): void {
  const all = [...faults].map(nameOf)
  if (all.length === 0) return
  const more = all.length > MOST_NAMED ? ` · and ${all.length - MOST_NAMED} more` : ''
  expect.fail(`${all.length} found that should not be: ${all.slice(0, MOST_NAMED).join(' · ')}${more}`)
}
