import type { WireRow } from '../../schema/index.ts'
import type { Model } from '../contract.ts'
import { sameValue } from '../write/drafts/draft.ts'

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

const forms = ['', '_begin', '_end', '_MultiString', '_dictText']
const namesOf = new WeakMap<Model, ReadonlyMap<string, string>>()

/** The parameters of lists that go by a field's other name, and those by its own. */
function ownParameters(model: Model): ReadonlyMap<string, string> {
  const known = namesOf.get(model)
  if (known) return known
  const names = new Map([...model.otherNames].flatMap(([other, key]) => forms.map((form) => [other + form, key + form] as const)))
  namesOf.set(model, names)
  return names
}

/** A list request under the fields' own names: its filters and the columns that it sorts by. */
export function queryByOwnNames(model: Model, query: Query): Query {
  if (!model.otherNames.size) return query
  const names = ownParameters(model)
  const named: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(query)) {
    const own = names.get(name) ?? name
    if (own === name ? value || !named[own] : !query[own]) named[own] = value
  }
  const { column } = query
  if (column === undefined) return named
  named['column'] = column
    .split(',')
    .map((name) => names.get(name) ?? name)
    .join(',')
  return named
}
