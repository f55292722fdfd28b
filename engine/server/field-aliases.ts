import type { WireRow } from '../schema/index.ts'
import type { Model } from './contract.ts'
import { sameValue } from './write/drafts/draft.ts'

type Query = Readonly<Record<string, string | undefined>>

/**
 * A received row under the fields' own names. Rows are answered under both names and come back with both; the value that differs from
 * the stored one counts, and the field's own if both differ.
 */
export function rowByOwnNames(model: Model, row: WireRow, stored: WireRow = {}): WireRow {
  const names = [...model.otherNames].filter(([other]) => Object.hasOwn(row, other))
  if (!names.length) return row
  const named = { ...row }
  for (const [other, key] of names) {
    delete named[other]
    if (!Object.hasOwn(row, key) || sameValue(row[key], stored[key])) named[key] = row[other]
  }
  return named
}

/** A list request under the fields' own names: its filters and the columns that it sorts by. */
export function queryByOwnNames({ otherNames }: Model, query: Query): Query {
  if (!otherNames.size) return query
  const ownOf = (name: string): string => {
    const [, stem = name, form = ''] = /^(.*?)(_begin|_end|_MultiString|_dictText)$/.exec(name) ?? []
    return `${otherNames.get(stem) ?? stem}${form}`
  }
  const named: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(query)) {
    const own = ownOf(name)
    if (own === name ? value || !named[own] : !query[own]) named[own] = value
  }
  const column = query['column']
  return column === undefined ? named : { ...named, column: column.split(',').map(ownOf).join(',') }
}
