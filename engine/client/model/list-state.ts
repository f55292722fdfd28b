import { isNumeric } from '../../fields/shared.ts'
import type { FilterValue } from '../../fields/client-contract.ts'
import type { ListFilter, ListModel, Sort } from './list-model.ts'

export type { FilterValue }
export type Filters = Readonly<Record<string, FilterValue | undefined>>
/** What a list shows: lives in the URL, so a reload or a copied link shows the same. */
export interface ListState {
  readonly page: number
  readonly size: number
  readonly sort: Sort
  readonly filters: Filters
}
export type ListChange =
  | { readonly to: 'page'; readonly page: number; readonly size: number }
  | { readonly to: 'sort'; readonly sort: Sort | undefined }
  | { readonly to: 'filters'; readonly filters: Filters }

/** A filter that narrows nothing. */
export const isBlank = (value: FilterValue | undefined): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.every((part) => part === ''))

/** Is the needed filter set? True if none is needed. */
export const isGiven = (filters: Filters, needed: string | undefined): boolean => needed === undefined || !isBlank(filters[needed])

/** The next state. A changed filter, sort or page size starts again at page one. */
export function reduceList(state: ListState, change: ListChange, model: ListModel): ListState {
  if (change.to === 'filters') return { ...state, page: 1, filters: change.filters }
  if (change.to === 'sort') return { ...state, page: 1, sort: change.sort ?? model.sort }
  return { ...state, page: change.size === state.size ? change.page : 1, size: change.size }
}

function readOne(filter: ListFilter, search: URLSearchParams): FilterValue | undefined {
  if (filter.match === 'range') {
    const range = [search.get(`${filter.key}_begin`) ?? '', search.get(`${filter.key}_end`) ?? ''] as const
    return isBlank(range) ? undefined : range
  }
  const text = search.get(filter.key)
  if (text === null || text === '') return text ?? undefined
  return isNumeric(filter.field) && Number.isFinite(Number(text)) ? Number(text) : text
}

const positive = (text: string | null): number | undefined => (text && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined)

function readSort(search: URLSearchParams, model: ListModel): Sort {
  const by = search.get('column')
  const isSortable = by === model.sort.by || [...model.columns, ...model.more].some((column) => column.key === by)
  return by && isSortable ? { by, order: search.get('order') === 'desc' ? 'desc' : 'asc' } : model.sort
}

/** Does the address say what to show? Then nothing is preselected. */
const hasFilters = (search: URLSearchParams, model: ListModel): boolean =>
  model.filters.some(({ key }) => search.has(key) || search.has(`${key}_begin`) || search.has(`${key}_end`))

/**
 * Read a list's state from a query string. Unknown or malformed parts fall back to the list's own defaults. Filters in the address are
 * the complete choice, as the person who copied it saw it; without any, each filter takes its default. A filter that is present and
 * empty was cleared by the user.
 */
export function readState(search: URLSearchParams, model: ListModel, defaults: Filters = {}): ListState {
  const filters: Record<string, FilterValue> = {}
  const first = hasFilters(search, model) ? {} : defaults
  for (const filter of model.filters) {
    const value = readOne(filter, search) ?? first[filter.key]
    if (value !== undefined) filters[filter.key] = value
  }
  const size = positive(search.get('pageSize'))
  return {
    page: positive(search.get('pageNo')) ?? 1,
    size: size && model.pageSizes.includes(size) ? size : (model.pageSizes[0] ?? 10),
    sort: readSort(search, model),
    filters,
  }
}

/** Write a list's state as a query string, without the list's defaults. */
export function writeState(state: ListState, model: ListModel, defaults: Filters = {}): URLSearchParams {
  const search = new URLSearchParams()
  for (const filter of model.filters) {
    const value = state.filters[filter.key]
    if (Array.isArray(value)) writeRange(search, filter.key, value)
    else if (!isBlank(value)) search.set(filter.key, String(value))
    else if (!isBlank(defaults[filter.key])) search.set(filter.key, '')
  }
  if (state.page !== 1) search.set('pageNo', String(state.page))
  if (state.size !== (model.pageSizes[0] ?? 10)) search.set('pageSize', String(state.size))
  if (state.sort.by !== model.sort.by || state.sort.order !== model.sort.order) {
    search.set('column', state.sort.by)
    search.set('order', state.sort.order)
  }
  return search
}

function writeRange(search: URLSearchParams, key: string, range: readonly string[]): void {
  const [begin, end] = range
  if (begin) search.set(`${key}_begin`, begin)
  if (end) search.set(`${key}_end`, end)
}
