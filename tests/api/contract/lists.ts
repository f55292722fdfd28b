import { orderKey } from '../../../engine/fields/text/order-key.ts'
import type { AnyEntity, AnyField } from '../../../engine/schema/index.ts'
import type { WorldRow } from '../world.ts'
import { compareText, compareValues, type Value } from './evaluate-filter.ts'

/** A cell as filters and sorts see it. */
export function cell(row: WorldRow, key: string): Value {
  const value = row[key]
  // Rows of a row travel as a list and are stored as its text; without any, nothing is.
  if (Array.isArray(value)) return value.length ? JSON.stringify(value) : null
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

export const idsOf = (rows: readonly WorldRow[]): string[] => rows.map((row) => row.id)

/** The field that a list field finally shows, and whether it is reached through a reference. */
function readField(
  entities: ReadonlyMap<string, AnyEntity>,
  entity: AnyEntity,
  key: string,
): { field: AnyField; isLabel: boolean } | undefined {
  const field = entity.fields[key]
  if (field?.type === 'via') {
    const by = entity.fields[field.by]
    const through = by?.type === 'via' ? readVia(entities, entity, by.by, by.field) : by
    const target = through && 'to' in through ? entities.get(through.to) : undefined
    return target && readField(entities, target, field.field)
  }
  if (field?.type !== 'reference' && field?.type !== 'treeReference') return field && { field, isLabel: false }
  const target = entities.get(field.to)
  const shown = target && readField(entities, target, field.show)
  return shown && { field: shown.field, isLabel: true }
}

function readVia(entities: ReadonlyMap<string, AnyEntity>, entity: AnyEntity, by: string, key: string): AnyField | undefined {
  const field = entity.fields[by]
  const target = field && 'to' in field ? entities.get(field.to) : undefined
  const found = target?.fields[key]
  return found?.type === 'via' && target ? readVia(entities, target, found.by, found.field) : found
}

/** The expected answer of a list: rows in order, ties by id in the same direction. */
export function ordered(
  model:
    | {
        readonly entities: ReadonlyMap<string, AnyEntity>
        readonly entity: AnyEntity
        /** The values of each dictionary, in order. */
        readonly choices?: ReadonlyMap<string, readonly string[]>
      }
    | undefined,
  rows: readonly WorldRow[],
  { key, order }: { readonly key: string; readonly order: 'asc' | 'desc' },
): string[] {
  const sign = order === 'asc' ? 1 : -1
  const read = model && readField(model.entities, model.entity, key)
  const sortedBy = (row: WorldRow): Value => {
    const value = cell(row, read?.isLabel ? `${key}_dictText` : key)
    if (read?.isLabel && value === '') return null
    if (read?.field.type === 'dictionary' && value !== null) return model?.choices?.get(read.field.code)?.indexOf(String(value)) ?? value
    if (read?.field.type === 'select' && typeof value === 'string') return Object.keys(read.field.options).indexOf(value)
    return read?.field.type === 'text' && typeof value === 'string' ? orderKey(value, read.field.personal) : value
  }
  return idsOf([...rows].sort((a, b) => sign * (compareValues(sortedBy(a), sortedBy(b)) || compareText(a.id, b.id))))
}
