import mapValues from 'lodash-es/mapValues.js'
import { createContext, useContext, type ComponentType } from 'react'
import { isSecret, isVia } from '../../fields/structure.ts'
import { isEmpty } from '../../fields/is-empty.ts'
import { keyOf } from '../row-key.ts'
import type { BesideProps } from './beside.ts'
import { triedFields } from './tried-fields.tsx'
import { isWritable, type RowShape } from '../../schema/check-row.ts'
import { settledChoices } from '../../schema/takes.ts'
import type { AnyEntity, FieldDef, Fields, WireRow } from '../../schema/index.ts'

export type FormMode = 'add' | 'edit' | 'view'

/** One form: what it asks, and the row that it starts from. */
export interface FormModel extends RowShape {
  readonly mode: FormMode
  /** Titled groups of field names; the title '' shows no heading. */
  readonly groups: Readonly<Record<string, readonly string[]>>
  /** Tabs below the other groups: title → groups. */
  readonly tabs?: Readonly<Record<string, readonly string[]>>
  /** The stored row (edit, view) or the initial values (add), in wire form. */
  readonly row: WireRow
  readonly columns: 1 | 2
  /** Where the rows are, and the name of their key; values that must be unique are looked for there. */
  readonly table?: string
  readonly idKey?: string
  /** What a chosen value writes into other fields: field → value → their values. */
  readonly fills?: NonNullable<AnyEntity['form']>['fills']
  /** What stands beside the input of a field and belongs to it, such as the button that sends a code. */
  readonly beside?: Readonly<Record<string, ComponentType<BesideProps> | undefined>>
}

/** How a field takes part: editable, shown fixed in its input, shown as text, or not at all. */
export type Presence = 'open' | 'fixed' | 'text' | 'none'

/** A secret is never shown. A form for a new row leaves out fields that only the server writes, except those derived from what is typed. */
export function presenceOf({ mode, row }: Pick<FormModel, 'mode' | 'row'>, key: string, field: FieldDef): Presence {
  if (mode === 'view') return isSecret(field) || field.transient ? 'none' : 'text'
  if (isWritable(field, mode)) return mode === 'add' && field.readonly === 'given' && !isEmpty(row[key]) ? 'fixed' : 'open'
  if (mode === 'add' && field.kept) return 'text'
  if (mode === 'add' || isSecret(field) || field.transient) return 'none'
  return field.readonly !== true && !isVia(field) ? 'fixed' : 'text'
}

/** Names of the fields that are on the form, in order. */
export function keysOf(model: FormModel, presence?: Presence): string[] {
  return Object.values(model.groups)
    .flat()
    .filter((key) => {
      const field = model.fields[key]
      const own = field ? presenceOf(model, key, field) : 'none'
      return presence ? own === presence : own !== 'none'
    })
}

const defaultsOf = (fields: Fields): WireRow =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, { default: value }]) => (value === undefined ? [] : [[key, value]])))

/** Lists travel as such; inputs, and what their editor saw, have them as text. */
const typed = (row: WireRow): WireRow =>
  mapValues(row, (value) => (Array.isArray(value) ? (value.length === 0 ? null : JSON.stringify(value)) : value))

/** The form of an entity. Without a `form` it has every field, in one group. */
export function entityForm(entity: AnyEntity, mode: FormMode, row: WireRow): FormModel {
  const { fields, form } = entity
  const groups = form?.groups ?? { '': Object.keys(fields) }
  const isWide = (form?.width ?? 800) >= 640 && Object.values(groups).flat().length > 3
  const start = typed(mode === 'add' ? settledChoices(fields, { ...defaultsOf(fields), ...row }) : row)
  const ways = form && mode !== 'view' && { fills: form.fills, beside: triedFields(entity, start) }
  const place = { ...(entity.table && { table: entity.table }), idKey: keyOf(entity) }
  return { fields, form, groups, ...(form?.tabs && { tabs: form.tabs }), ...ways, ...place, mode, row: start, columns: isWide ? 2 : 1 }
}

/** A few params fit into one column. */
const columnsFor = (fields: Fields): 1 | 2 => (Object.keys(fields).length > 3 ? 2 : 1)

/** The small form that asks for the params of a call. */
export function paramsForm(fields: Fields, initial: WireRow): FormModel {
  return {
    fields,
    groups: { '': Object.keys(fields) },
    mode: 'add',
    row: { ...defaultsOf(fields), ...initial },
    columns: columnsFor(fields),
  }
}

const FormModelContext = createContext<FormModel | undefined>(undefined)
export const FormModelProvider = FormModelContext.Provider

/** The form that a field belongs to. The row is kept out of Formily's schema, because Formily evaluates texts with braces. */
export function useFormModel(): FormModel {
  const model = useContext(FormModelContext)
  if (!model) throw new Error('A form field needs an EntityForm above it')
  return model
}
