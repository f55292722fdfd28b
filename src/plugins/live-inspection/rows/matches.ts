import type { Placed } from './wire.ts'

/** What the filter bar says, by field. */
export type Narrowing = Readonly<Record<string, unknown>>

const exact = ['semester', 'courseId', 'experiId', 'inspectionId', 'experiGroupId', 'smallGroup'] as const
const within = ['realname', 'studyNumber'] as const

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value)).trim()

/** Would the server list this row under these filters? */
export function matches(filters: Narrowing, row: Placed): boolean {
  const sameAs = (key: (typeof exact)[number]) => textOf(filters[key]) === '' || textOf(filters[key]) === textOf(row[key])
  const has = (key: (typeof within)[number]) => textOf(row[key]).includes(textOf(filters[key]).replaceAll('*', ''))
  return exact.every(sameAs) && within.every(has)
}
