import type { AnyField, Fields } from '../../schema/index.ts'
import type { ListFilter, ListModel } from '../model/list-model.ts'
import { isBlank, type Filters, type FilterValue, type ListState } from '../model/list-state.ts'

const dependsOn = (field: AnyField | undefined, key: string): boolean =>
  field !== undefined && 'dependsOn' in field && field.dependsOn !== undefined && key in field.dependsOn

/** Set one filter; clear the filters whose choices it narrows, and the ones that those narrow in turn. */
export function withFilter(filters: Filters, change: { key: string; value: FilterValue | undefined; fields: Fields }): Filters {
  let next: Filters = { ...filters, [change.key]: change.value }
  if (filters[change.key] === change.value) return next
  for (const key of Object.keys(filters)) {
    if (key !== change.key && !isBlank(filters[key]) && dependsOn(change.fields[key], change.key))
      next = withFilter(next, { key, value: undefined, fields: change.fields })
  }
  return next
}

/** The sentence of the first required filter that is not set; as long as there is one, no call may be made. */
export function missingSentence(filters: readonly ListFilter[], values: Filters): string | undefined {
  return filters.find((filter) => filter.required && isBlank(values[filter.key]))?.required
}

const contains = (text: string): string => (/^[*!]|\*$/.test(text) ? text : `*${text}*`)

/** Filters as the server reads them. A typed text means "contains". */
export function filterParams(model: ListModel, values: Filters): Record<string, string | number> {
  const params: Record<string, string | number> = {}
  for (const { key, match } of model.filters) {
    const value = values[key]
    if (value === undefined || isBlank(value)) continue
    if (typeof value === 'object') {
      if (value[0]) params[`${key}_begin`] = value[0]
      if (value[1]) params[`${key}_end`] = value[1]
    } else params[key] = match === 'contains' && typeof value === 'string' ? contains(value.trim()) : value
  }
  return params
}

/** The whole query of a list call. */
export function listParams(model: ListModel, state: ListState): Record<string, string | number> {
  return {
    ...filterParams(model, state.filters),
    pageNo: state.page,
    pageSize: state.size,
    column: state.sort.by,
    order: state.sort.order,
  }
}

/** Equal as far as an address can tell: there, an empty text is the same as none and a number the same as its digits. */
const isAlike = (one: FilterValue | undefined, other: FilterValue | undefined): boolean =>
  isBlank(one) ? isBlank(other) : String(one) === String(other)

/**
 * New values of a filter bar, merged with what was typed but not searched for yet: the first values may arrive after the user has
 * started typing.
 */
export function keepTyped(draft: Filters, before: Filters, values: Filters): Filters {
  const typed = Object.entries(draft).filter(([key, value]) => !isAlike(value, before[key]))
  return typed.length > 0 ? { ...values, ...Object.fromEntries(typed) } : values
}
