import { isEmpty } from '../../fields/is-empty.ts'
import { checkRow, type CheckedRow } from '../../schema/check-row.ts'
import type { WireRow } from '../../schema/index.ts'
import { isSame } from '../changes/is-same.ts'
import { keysOf, type FormModel } from './form-model.ts'

/**
 * The values to check, in wire form. An edit checks only changed and empty values: an unchanged stored value may be starred or older than
 * its rule.
 */
function toWire(model: FormModel, values: WireRow): WireRow {
  const open = keysOf(model, 'open')
  if (model.mode === 'add') return { ...model.row, ...Object.fromEntries(open.map((key) => [key, values[key] ?? ''])) }
  const sent = open.filter((key) => isEmpty(values[key]) || !isSame(values[key], model.row[key]))
  return Object.fromEntries(sent.map((key) => [key, values[key] ?? '']))
}

/** Check the form's values exactly as the server will. */
export function checkFormRow(model: FormModel, values: WireRow): CheckedRow {
  const isEdit = model.mode !== 'add'
  return checkRow(model, toWire(model, values), isEdit ? 'edit' : 'add', { stored: isEdit ? model.row : undefined })
}

/** Values that exist in the form only; the server checks them too. */
const transients = (model: FormModel, values: WireRow): WireRow =>
  Object.fromEntries(
    keysOf(model, 'open').flatMap((key) => (model.fields[key]?.transient && !isEmpty(values[key]) ? [[key, values[key]]] : [])),
  )

/** The labels of the fields that were changed. */
export const changedLabels = (model: FormModel, values: WireRow): string[] =>
  keysOf(model, 'open').flatMap((key) => {
    const field = model.fields[key]
    return field && !isSame(values[key], model.row[key]) ? [field.label] : []
  })

/** The body of an add, or the params of a call: every filled-in field except those that only the server writes. */
export function filledIn(model: FormModel, values: WireRow, checked: CheckedRow): WireRow {
  const isOurs = (key: string): boolean => model.fields[key]?.readonly !== true
  const filled = Object.entries(checked.values).filter(([key, value]) => !isEmpty(value) && isOurs(key))
  return { ...Object.fromEntries(filled), ...transients(model, values) }
}

/** The changed fields of an edit; '' clears one. Empty when nothing was changed. */
export function changesOf(model: FormModel, values: WireRow, checked: CheckedRow): WireRow {
  const changed = Object.entries(checked.values).filter(([key, value]) => !isSame(value, model.row[key]))
  return changed.length === 0
    ? {}
    : { ...Object.fromEntries(changed.map(([key, value]) => [key, value ?? ''])), ...transients(model, values) }
}

/** The body of an edit: the changes, the version they are based on, and the values their editor saw. */
export function editBody(model: FormModel, key: string, changes: WireRow): WireRow {
  const { row } = model
  const id = row[key] ?? row['id']
  const seen = Object.keys(changes).filter((name) => !model.fields[name]?.transient)
  const base = Object.fromEntries(seen.map((name) => [name, row[name] ?? null]))
  return { ...changes, [key]: id, id, version: row['version'], _base: base }
}
