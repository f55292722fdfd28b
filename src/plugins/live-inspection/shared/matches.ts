import type { Placed } from '../wire.ts'

const exact = ['semester', 'courseId', 'experiId', 'inspectionId', 'experiGroupId', 'smallGroup'] as const
const within = ['realname', 'studyNumber'] as const

/** The values of the filter bar, by field. */
export type ListNarrowing = { readonly [K in (typeof exact)[number] | (typeof within)[number]]?: string | number | null | undefined }

const placeKeys = ['courseId', 'experiId', 'experiGroupId', 'inspectionId', 'smallGroup'] as const

/** The place that the filters name, in the form that calls about a place need. */
export const placeIn = (filters: ListNarrowing): { readonly [K in (typeof placeKeys)[number]]?: string } =>
  Object.fromEntries(placeKeys.flatMap((key) => (filters[key] ? [[key, String(filters[key])]] : [])))

const trimmed = (value: string | number | null | undefined): string => String(value ?? '').trim()

/** Would the server list this row under these filters? */
export function matches(filters: ListNarrowing, row: Placed): boolean {
  const sameAs = (key: (typeof exact)[number]) => trimmed(filters[key]) === '' || trimmed(filters[key]) === trimmed(row[key])
  const has = (key: (typeof within)[number]) => trimmed(row[key]).includes(trimmed(filters[key]).replaceAll('*', ''))
  return exact.every(sameAs) && within.every(has)
}
