import { text } from '../../../cells.ts'
import type { Placed } from '../wire.ts'

/** What the filter bar says, by field. */
export type Narrowing = Readonly<Record<string, unknown>>

const exact = ['semester', 'courseId', 'experiId', 'inspectionId', 'experiGroupId', 'smallGroup'] as const
const within = ['realname', 'studyNumber'] as const

const trimmed = (value: unknown): string => text(value).trim()

/** Would the server list this row under these filters? */
export function matches(filters: Narrowing, row: Placed): boolean {
  const sameAs = (key: (typeof exact)[number]) => trimmed(filters[key]) === '' || trimmed(filters[key]) === trimmed(row[key])
  const has = (key: (typeof within)[number]) => trimmed(row[key]).includes(trimmed(filters[key]).replaceAll('*', ''))
  return exact.every(sameAs) && within.every(has)
}
