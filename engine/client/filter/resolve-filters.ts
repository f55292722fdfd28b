import { isReference, isRowReference, isVia } from '../../fields/structure.ts'
import type { AnyEntity, AnyField, Fields } from '../../schema/index.ts'
import { api } from '../../browser/api.ts'
import type { OfferedRows } from '../../browser/current-user.ts'
import type { ListFilter } from '../model/list-model.ts'
import type { Filters, FilterValue } from '../model/list-state.ts'

type Load = (name: string) => Promise<AnyEntity>

/** The field that a `via` field shows, with the label of the `via` field; any other field is returned as it is. */
export async function resolveField(fields: Fields, key: string, load: Load): Promise<AnyField | undefined> {
  const field = fields[key]
  if (!isVia(field)) return field
  const by = fields[field.by]
  if (!isReference(by)) return field
  const target = await resolveField((await load(by.to)).fields, field.field, load)
  if (!target) return field
  return 'dependsOn' in target ? { ...target, label: field.label, dependsOn: undefined } : { ...target, label: field.label }
}

interface Option {
  readonly value: FilterValue
}

/** The preselected row of the other entity (such as the current semester), if there is one. */
async function preselected(field: AnyField, load: Load): Promise<FilterValue | undefined> {
  if (!('preselect' in field) || !field.preselect) return undefined
  const other = await load(field.to)
  const options = await api.get<Option[]>(`${other.endpoints.base}/options`, { [field.preselect]: 1, pageSize: 1 })
  return options[0]?.value
}

export interface ResolvedFilters {
  /** Filter fields with `via` fields resolved. */
  readonly fields: Fields
  readonly defaults: Filters
}

/** Is there a remembered row, chosen by the user before, which replaces the preselected one? */
const isRemembered = (field: AnyField, offered: OfferedRows): boolean => isReference(field) && offered[field.to] !== undefined

/** Resolve `via` filters and find the preselected values. A default that cannot be fetched does not keep the list from being shown. */
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

/** Must something be fetched before the filters are known? If not, the list's own call starts at once. */
export const needsResolving = (filters: readonly ListFilter[], offered: OfferedRows): boolean =>
  filters.some(({ field }) => isVia(field) || ('preselect' in field && field.preselect && !isRemembered(field, offered)))

interface First {
  readonly entity: AnyEntity
  readonly filters: readonly ListFilter[]
  readonly resolved: ResolvedFilters | undefined
  readonly offered: OfferedRows
}

/** The values that filters begin with. */
export const firstFilters = ({ entity, filters, resolved, offered }: First): Filters => ({
  ...resolved?.defaults,
  ...offeredFilters(resolved?.fields ?? entity.fields, filters, offered),
})

/** The remembered rows as values of these filters. */
export function offeredFilters(fields: Fields, filters: readonly ListFilter[], offered: OfferedRows): Filters {
  return Object.fromEntries(
    filters.flatMap(({ key }) => {
      const field = fields[key]
      const row = isRowReference(field) ? offered[field.to] : undefined
      return row ? [[key, row.value]] : []
    }),
  )
}
