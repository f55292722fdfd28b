import { isReference } from '../../fields/structure.ts'
import type { AnyEntity, AnyField } from '../../schema/index.ts'
import { isBlank, type Filters, type FilterValue } from './list-state.ts'

/** Params of a call → the filters of the page that give their values. */
export type TakenParams = Readonly<Record<string, string>>

/** The values that the page's filters give; a filter that is not set gives none. */
export function takenFrom(taken: TakenParams | undefined, filters: Filters): Record<string, FilterValue> {
  const values: Record<string, FilterValue> = {}
  for (const [param, filter] of Object.entries(taken ?? {})) {
    const value = filters[filter]
    if (value !== undefined && !isBlank(value)) values[param] = value
  }
  return values
}

/** The field that asks for a param. If a filter of the page could give the value, the param is chosen in the same way as there. */
export function askedParamField(entity: AnyEntity, call: string, param: string, filter?: string): AnyField | undefined {
  const declared = entity.calls?.[call]?.params?.[param]
  const shown = filter === undefined ? undefined : entity.fields[filter]
  if (!declared || !shown || isReference(declared) || !isReference(shown)) return declared
  return { ...shown, label: declared.label, required: declared.required, readonly: undefined, default: undefined }
}

/** What a picker must ask before anything can be chosen: the filters whose params the call requires but the page has not set. */
export function missingParents(entity: AnyEntity, call: string, taken: TakenParams | undefined, filters: Filters) {
  return Object.entries(taken ?? {}).flatMap(([param, filter]) => {
    const field = askedParamField(entity, call, param, filter)
    return field?.required !== undefined && isBlank(filters[filter]) ? [{ filter, field, sentence: field.required }] : []
  })
}
