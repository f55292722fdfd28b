import { kindOf } from '../../../fields/shared.ts'
import { isSecret, isVia } from '../../../fields/structure.ts'
import { isWritable } from '../../../schema/check-row.ts'
import type { FieldOf } from '../../../fields/contract.ts'
import type { AnyField } from '../../../schema/index.ts'
import { isSystemField, systemFields } from '../../../schema/system-fields.ts'
import type { Model } from '../../contract.ts'
import type { WantedColumn } from './sheet.ts'

export interface TransferColumn {
  readonly key: string
  readonly field: AnyField
}

/** The columns that an import of the entity reads, in order, without the field set once for the whole file. */
export function importColumns(model: Model): TransferColumn[] {
  const { import: spec, fields } = model.entity
  return (spec?.columns ?? []).flatMap((key) => {
    const field = fields[key]
    return field && key !== spec?.within && isWritable(field, 'add') ? [{ key, field }] : []
  })
}

/** A column that states a fact about the row that a reference in the same line points to. */
export interface CheckedColumn extends TransferColumn {
  readonly field: FieldOf<'via'>
}

/** The columns that are compared with stored values instead of being written. */
export const checkedColumns = ({ entity }: Model): CheckedColumn[] =>
  (entity.import?.columns ?? []).flatMap((key) => {
    const field = entity.fields[key]
    return isVia(field) ? [{ key, field }] : []
  })

/** Whether the sheet must have this column: keys, and required fields that nothing else fills. */
export function isNeeded(model: Model, { key, field }: TransferColumn): boolean {
  if (model.entity.import?.matchOn.includes(key)) return true
  if (model.entity.import?.rows) return false
  return field.required !== undefined && field.requiredOn !== 'add' && field.default === undefined && !isSecret(field)
}

const wanted = ({ key, field }: TransferColumn, needed: boolean): WantedColumn => ({
  key,
  label: field.label,
  also: field.also,
  formerLabels: field.formerLabels,
  kind: kindOf(field),
  needed,
})

/** The columns that the reader of a sheet looks for: those of its own rows, and those of the rows beside them. */
export const wantedColumns = (model: Model, beside?: Model): WantedColumn[] => [
  ...importColumns(model).map((column) => wanted(column, isNeeded(model, column))),
  ...checkedColumns(model).map((column) => wanted(column, false)),
  ...(beside ? [...importColumns(beside), ...checkedColumns(beside)].map((column) => wanted(column, false)) : []),
]

const isExported = (field: AnyField): boolean => !isSecret(field) && !field.transient

/**
 * Columns of an export: those of the list, then what an import would read in addition. If two share a label, the importable one is
 * used, so that an exported file can be imported as it is.
 */
export function exportColumns(model: Model, list?: string): TransferColumn[] {
  const { fields, list: main, lists } = model.entity
  const { columns } = (list === undefined ? undefined : lists?.[list]) ?? main
  const imported = importColumns(model)
  const taken = new Map(imported.map((column) => [column.field.label, column.key]))
  const shown = columns.map((column) => (typeof column === 'string' ? column : column.field))
  const keys = new Set([...shown.map((key) => taken.get(fields[key]?.label ?? '') ?? key), ...imported.map((column) => column.key)])
  return [...keys].flatMap((key) => {
    const field = isSystemField(key) ? systemFields[key] : fields[key]
    if (!field || !isExported(field) || (taken.get(field.label) ?? key) !== key) return []
    taken.set(field.label, key)
    return [{ key, field }]
  })
}
