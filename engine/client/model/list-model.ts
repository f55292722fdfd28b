import { matchesOf } from '../../fields/shared.ts'
import { isCount, isReference, isSecret } from '../../fields/structure.ts'
import {
  holds,
  type AnyCondition,
  type AnyEntity,
  type AnyField,
  type EditableSpec,
  type Fields,
  type FilterSpec,
  type ListSpec,
  type TabsSpec,
  type WireRow,
} from '../../schema/index.ts'
import { isSystemField, systemFields } from '../../schema/system-fields.ts'
import { keyOf } from '../row-key.ts'
import { childrenOf, flatten } from './nodes.ts'

/** A call that gives a filter's values, and the entity that declares it. */
export interface CallChoices {
  readonly entity: string
  readonly call: string
}
export interface ListFilter {
  readonly key: string
  readonly field: AnyField
  readonly match: 'contains' | 'exact' | 'range'
  /** The sentence shown when a search is made without it. */
  readonly required?: string
  readonly more: boolean
  readonly choices?: CallChoices
}
export interface ListColumn {
  readonly key: string
  readonly field: AnyField
  readonly width?: number
  readonly fixed?: 'left' | 'right'
  readonly ellipsis?: number
  /** Stays in sight: the schema says so, or the column tells the row's state. */
  readonly keep?: boolean
}
export interface Sort {
  readonly by: string
  readonly order: 'asc' | 'desc'
}
/** One list of an entity with every default filled in. */
export interface ListModel {
  readonly name: string
  readonly path: string
  readonly title: string
  readonly columns: readonly ListColumn[]
  /** Every other field of the rows, for anyone who wants to see it. */
  readonly more: readonly ListColumn[]
  readonly filters: readonly ListFilter[]
  readonly sort: Sort
  readonly pageSizes: readonly number[]
  readonly needs?: string
  readonly addNeeds?: string
  readonly editable?: EditableSpec<string>
  readonly panel?: string
  readonly faded?: AnyCondition
  readonly numbered: boolean
  readonly flat: boolean
  readonly tabs?: TabsSpec<string>
  /** What a row shows when it is unfolded. */
  readonly unfolds: readonly ListColumn[]
}

const choicesOf = (entity: AnyEntity, { choices, choicesOf: other }: FilterSpec<string>): CallChoices | undefined =>
  choices === undefined ? undefined : { entity: other ?? entity.name, call: choices }

const fieldAt = (entity: AnyEntity, key: string): AnyField | undefined =>
  entity.fields[key] ?? (isSystemField(key) ? systemFields[key] : undefined)

function toFilters(entity: AnyEntity, list: ListSpec<string>): ListFilter[] {
  return (list.filters ?? []).flatMap((given) => {
    const spec: FilterSpec<string> = typeof given === 'string' ? { field: given } : given
    const field = fieldAt(entity, spec.field)
    if (!field) return []
    const { match = matchesOf(field)[0] ?? 'exact', required, more = false } = spec
    return [{ key: spec.field, field, match, required, more, choices: choicesOf(entity, spec) }]
  })
}

function toColumns(entity: AnyEntity, list: ListSpec<string>): ListColumn[] {
  return list.columns.flatMap((given) => {
    const { field: key, texts, ...look } = typeof given === 'string' ? { field: given, texts: undefined } : given
    const field = fieldAt(entity, key)
    return field
      ? [{ key, field: texts && 'options' in field ? { ...field, options: { ...field.options, ...texts } } : field, ...look }]
      : []
  })
}

const times: Fields = { createTime: systemFields.createTime, updateTime: systemFields.updateTime }

function moreColumns(entity: AnyEntity, columns: readonly ListColumn[]): ListColumn[] {
  const taken = new Set(columns.map(({ key }) => key))
  return Object.entries({ ...entity.fields, ...(entity.source ? {} : times) }).flatMap(([key, field]) =>
    isSecret(field) || field.transient || taken.has(key) ? [] : [{ key, field }],
  )
}

/** The list called `name` of an entity (`list` is the default one), ready to draw. With `url` it is read from another address. */
export function listModel(entity: AnyEntity, name = 'list', url?: string): ListModel {
  const list: ListSpec<string> = (name === 'list' ? undefined : entity.lists?.[name]) ?? entity.list
  const columns = toColumns(entity, list)
  return {
    name,
    path: url ?? `${entity.endpoints.base}/${name}`,
    title: list.title ?? entity.title,
    columns,
    more: moreColumns(entity, columns),
    filters: toFilters(entity, list),
    sort: list.sort ?? { by: 'createTime', order: 'desc' },
    pageSizes: list.pageSizes ?? [10, 20, 30],
    needs: list.needs,
    addNeeds: list.addNeeds ?? list.needs,
    editable: list.editable,
    panel: list.panel,
    faded: list.faded,
    numbered: list.numbered === true,
    flat: list.flat === true,
    tabs: list.tabs,
    unfolds: (list.unfolds ?? []).flatMap((key) => {
      const field = fieldAt(entity, key)
      return field ? [{ key, field }] : []
    }),
  }
}

/** A row's key as text. Every row carries `id`; some entities use another name for their key. */
export function idOf(entity: AnyEntity, row: Readonly<Record<string, unknown>>): string {
  return String(row[keyOf(entity)] ?? row.id ?? '')
}

/** Whether the list shows the row as not in use. */
export const isFaded = ({ faded }: Pick<ListModel, 'faded'>, row: Readonly<Record<string, unknown>>): boolean =>
  faded !== undefined && holds(faded, row)

/** The name by which people know the row. */
export function labelOf(entity: AnyEntity, row: Readonly<Record<string, unknown>>): string {
  const text = row[`${entity.label}_dictText`] ?? (isReference(entity.fields[entity.label]) ? undefined : row[entity.label])
  return String(text || entity.title)
}

/** A row's name with the counts of its dependent rows, as far as the row shows them: a deletion would delete those too. */
export function rowWithCounts(entity: AnyEntity, row: WireRow): string {
  const counts = Object.entries(entity.fields).flatMap(([key, field]) =>
    isCount(field) && !field.where && Number(row[key]) > 0 ? [`${field.label} ${Number(row[key])}`] : [],
  )
  const hidesSome = row._hidesSome === true
  const below = hidesSome ? 0 : Number(row._below ?? 0) || flatten(childrenOf(row)).length
  const ofUnknownNumber = below === 0 && (hidesSome || row.isLeaf === false) ? ['含下级'] : []
  return [labelOf(entity, row), ...(below > 0 ? [`含下级 ${below} 个`] : ofUnknownNumber), ...counts].join('，')
}
