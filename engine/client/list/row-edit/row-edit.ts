import { createStore } from 'zustand/vanilla'
import { isEmpty } from '../../../fields/is-empty.ts'
import { checkRow, type CheckedRow } from '../../../schema/check-row.ts'
import type { AnyEntity, EditableColumn, EditableSpec, WireRow } from '../../../schema/index.ts'
import { isSame } from '../../changes/is-same.ts'

/** The row being edited, and the state of the edit. */
export interface OpenEdit {
  readonly id: string
  /** The row as it was when the edit began, or as a later conflict showed it. */
  readonly row: WireRow
  /** The values entered into its cells. */
  readonly values: WireRow
  readonly problems: Readonly<Record<string, string>>
  readonly isSaving: boolean
}

/** At most one row of a list is edited at a time. Its cells and buttons listen for themselves, so that no other row is rendered again. */
export interface RowEditStore {
  current(): OpenEdit | undefined
  set(next: OpenEdit | undefined): void
  listen(listener: () => void): () => void
}

export function createRowEdit(): RowEditStore {
  const { getState, setState, subscribe } = createStore<OpenEdit | undefined>(() => undefined)
  return { current: getState, set: (next) => setState(next, true), listen: subscribe }
}

/** What a list's cells and buttons need to edit a row. */
export interface RowEdit {
  readonly entity: AnyEntity
  readonly spec: EditableSpec<string>
  readonly store: RowEditStore
  begin(row: WireRow): void
  change(key: string, value: unknown): void
  save(): void
  /** Asks first if something was changed. */
  cancel(): void
  /** Makes the cell's own call when the user leaves the cell with a new text. */
  leave(column: Extract<EditableColumn<string>, { call: string }>, text: string): void
}

export const columnOf = (one: EditableColumn<string>): string => (typeof one === 'string' ? one : one.column)

/** The field that an edit of the column writes; undefined if a call writes it. */
export const writtenBy = (one: EditableColumn<string>): string | undefined =>
  typeof one === 'string' ? one : 'by' in one ? one.by : undefined

/** Fields that a save may write. */
export const editedFields = ({ columns }: EditableSpec<string>): string[] => columns.flatMap((one) => writtenBy(one) ?? [])

export const isChanged = ({ row, values }: OpenEdit): boolean => Object.entries(values).some(([key, value]) => !isSame(value, row[key]))

/** The labels of the changed columns. */
export const changedIn = ({ entity }: RowEdit, { row, values }: OpenEdit): string[] =>
  Object.entries(values).flatMap(([key, value]) => (isSame(value, row[key]) ? [] : [entity.fields[key]?.label ?? '']))

/** Checks the edit as the server will: the changed fields and the empty ones. */
export function checkEdit(entity: AnyEntity, spec: EditableSpec<string>, { row, values }: OpenEdit): CheckedRow {
  const now = { ...row, ...values }
  const sent = editedFields(spec).filter((key) => isEmpty(now[key]) || !isSame(now[key], row[key]))
  return checkRow(entity, Object.fromEntries(sent.map((key) => [key, now[key] ?? ''])), 'edit', { stored: row })
}

/** What a save sends: the changes with the values that their editor saw. */
export function saveBody({ id, row }: OpenEdit, checked: CheckedRow, spec: EditableSpec<string>): WireRow {
  const changes = Object.entries(checked.values).filter(([key, value]) => !isSame(value, row[key]))
  const base = Object.fromEntries(changes.map(([key]) => [key, row[key] ?? null]))
  const sent = Object.fromEntries(changes.map(([key, value]) => [key, value ?? '']))
  return { ...sent, ...spec.values, id, version: row['version'], _base: base }
}
