import { matchesOf } from '../../fields/shared.ts'
import type { AnyEntity, ListSpec } from '../../schema/index.ts'
import type { Model } from '../contract.ts'
import { columnType, snakeCase } from './model.ts'
import { resolveVia } from '../query/column-sql.ts'

/** The fields that the page searches by what their texts contain. */
const searchedKeys = ({ fields, list, lists = {}, search = [] }: AnyEntity): readonly string[] => {
  const all: readonly ListSpec<string>[] = [list, ...Object.values(lists)]
  const filtered = all.flatMap(({ filters = [] }) =>
    filters.flatMap((given) => {
      const { field: key, match } = typeof given === 'string' ? { field: given, match: undefined } : given
      const field = fields[key]
      return field && (match ?? matchesOf(field)[0]) === 'contains' ? [key] : []
    }),
  )
  return [...filtered, ...search]
}

/**
 * Per table its text columns that any entity searches by what they contain, its own or through a reference, in a fixed order. Tables
 * whose rows only the application writes are left out: the engine's writes keep the index, so there is none, and such texts are scanned.
 */
export function searchedColumns(models: ReadonlyMap<string, Model>): ReadonlyMap<string, readonly string[]> {
  const kept = new Set([...models.values()].flatMap(({ entity, table }) => (entity.source ? [] : [table])))
  const found = new Map<string, Set<string>>()
  for (const model of models.values()) {
    for (const key of searchedKeys(model.entity)) {
      const place = resolveVia({ models }, model, key)
      if (!place || !kept.has(place.model.table) || place.key === place.model.id || columnType(place.field) !== 'text') continue
      const columns = found.get(place.model.table) ?? new Set()
      found.set(place.model.table, columns.add(snakeCase(place.key)))
    }
  }
  return new Map([...found].map(([table, columns]) => [table, [...columns].sort()]))
}
