import { isRowReference } from '../../fields/structure.ts'
import type { Fields } from '../../schema/index.ts'
import type { ListFilter } from '../model/list-model.ts'
import { isBlank, type Filters } from '../model/list-state.ts'
import type { OfferedRows } from '../../browser/current-user.ts'

interface Choice {
  readonly key: string
  readonly fields: Fields
  readonly filters: readonly ListFilter[]
  readonly values: Filters
}

/** The entity that a filter chooses from, if the choice is remembered. */
export function rememberedBy(fields: Fields, key: string, offered: OfferedRows): string | undefined {
  const field = fields[key]
  return isRowReference(field) && offered[field.to] !== undefined ? field.to : undefined
}

/**
 * Empty filters that depend on the one just chosen take the row that is now offered, such as the only course of a semester. Undefined if
 * nothing changes.
 */
export function filledAfter({ key, fields, filters, values }: Choice, offered: OfferedRows): Filters | undefined {
  const filled = filters.flatMap((filter): [string, string][] => {
    const field = fields[filter.key]
    const row = isRowReference(field) && field.dependsOn?.[key] !== undefined ? offered[field.to] : undefined
    return row && isBlank(values[filter.key]) ? [[filter.key, row.value]] : []
  })
  return filled.length > 0 ? { ...values, ...Object.fromEntries(filled) } : undefined
}
