import { isRowReference, isVia } from '../../fields/structure.ts'
import type { AnyEntity, AnyField, Fields } from '../../schema/index.ts'
import { api } from '../api.ts'
import type { OfferedRows } from '../session.tsx'
import type { ListFilter } from '../model/list-model.ts'
import type { Filters, FilterValue } from '../model/list-state.ts'

type Load = (name: string) => Promise<AnyEntity>

/** The field that a `via` field shows, under its own label; any other field is itself. */
export async function resolveField(fields: Fields, key: string, load: Load): Promise<AnyField | undefined> {
  const field = fields[key]
  if (!isVia(field)) return field
  const by = fields[field.by]
  if (!by || !('to' in by)) return field
  const target = await resolveField((await load(by.to)).fields, field.field, load)
  if (!target) return field
  return 'dependsOn' in target ? { ...target, label: field.label, dependsOn: undefined } : { ...target, label: field.label }
}

interface Option {
  readonly value: FilterValue
}

/** The row of the other entity that is chosen at first (the current semester), if there is one. */
async function preselected(field: AnyField, load: Load): Promise<FilterValue | undefined> {
  if (!('preselect' in field) || !field.preselect) return undefined
  const other = await load(field.to)
  const options = await api.get<Option[]>(`${other.endpoints.base}/options`, { [field.preselect]: 1, pageSize: 1 })
  return options[0]?.value
}

export interface ResolvedFilters {
  /** Filter fields with `via` fields looked through. */
  readonly fields: Fields
  readonly defaults: Filters
}

/** Is the row that is chosen at first among the rows that the user chose before, which the session knows? */
const isRemembered = (field: AnyField, offered: OfferedRows): boolean => 'to' in field && offered[field.to] !== undefined

/** Look through `via` filters and find what is chosen at first. A default that cannot be had is no reason to show nothing. */
export async function resolveFilters(
  entity: AnyEntity,
  filters: readonly ListFilter[],
  { load, offered }: { readonly load: Load; readonly offered: OfferedRows },
): Promise<ResolvedFilters> {
  const fields: Record<string, AnyField> = { ...entity.fields }
  const defaults: Record<string, FilterValue> = {}
  await Promise.all(
    filters.map(async ({ key, field }) => {
      const resolved = (await resolveField(entity.fields, key, load).catch(() => field)) ?? field
      fields[key] = resolved
      const value = isRemembered(resolved, offered) ? undefined : await preselected(resolved, load).catch(() => undefined)
      if (value !== undefined) defaults[key] = value
    }),
  )
  return { fields, defaults }
}

/** Must something be fetched before the filters are known? Where not, the list's own call starts at once. */
export const needsResolving = (filters: readonly ListFilter[], offered: OfferedRows): boolean =>
  filters.some(({ field }) => isVia(field) || ('preselect' in field && field.preselect && !isRemembered(field, offered)))

/** The remembered rows that these filters ask for. */
export function offeredFilters(fields: Fields, filters: readonly ListFilter[], offered: OfferedRows): Filters {
  return Object.fromEntries(
    filters.flatMap(({ key }) => {
      const field = fields[key]
      const row = isRowReference(field) ? offered[field.to] : undefined
      return row ? [[key, row.value]] : []
    }),
  )
}
