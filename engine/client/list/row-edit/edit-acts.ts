import type { AnyEntity, EditableColumn, EditableSpec, WireRow } from '../../../schema/index.ts'
import { send } from '../../../browser/api.ts'
import { makeCall } from '../../calls.ts'
import { fieldSentences } from '../../field-sentences.ts'
import { conflictOf, type EditConflict } from '../../changes/conflict.ts'
import { keyOf } from '../../row-key.ts'
import type { Act } from '../actions/use-act.ts'
import { checkEdit, isChanged, saveBody, type OpenEdit, type RowEditStore } from './row-edit.ts'

/** What an edit works on, and who is told how it ends. */
export interface RowEditContext {
  readonly entity: AnyEntity
  readonly spec: EditableSpec<string>
  readonly store: RowEditStore
  readonly act: Act
  onSaved(row: WireRow, sentence: string): void
  onConflict(conflict: EditConflict): void
  reload(): void
}

function set(store: RowEditStore, part: Partial<OpenEdit>): void {
  const open = store.current()
  if (open) store.set({ ...open, ...part })
}

export function changeEdit({ entity, spec, store }: RowEditContext, key: string, value: unknown): void {
  const open = store.current()
  if (!open) return
  const next = { ...open, values: { ...open.values, [key]: value } }
  const told = Object.keys(open.problems).length > 0
  store.set({ ...next, problems: told ? checkEdit(entity, spec, next).problems : {} })
}

export async function saveEdit({ entity, spec, store, act, onSaved, onConflict }: RowEditContext): Promise<void> {
  const open = store.current()
  if (!open || open.isSaving) return
  const checked = checkEdit(entity, spec, open)
  if (Object.keys(checked.problems).length > 0) return set(store, { problems: checked.problems })
  set(store, { isSaving: true, problems: {} })
  try {
    const data = { ...saveBody(open, checked, spec), [keyOf(entity)]: open.id }
    const answer = await send<WireRow>({ method: 'PUT', url: `${entity.endpoints.base}/edit`, data })
    store.set(undefined)
    onSaved(answer.result, entity.messages?.edit ?? answer.message)
  } catch (error) {
    const clash = conflictOf(error)
    set(store, { isSaving: false, problems: clash ? {} : (fieldSentences(error) ?? {}) })
    if (clash) onConflict(clash)
    else act.refuse(error)
  }
}

/** Asks first if something was changed. */
export function cancelEdit({ store, act }: RowEditContext): void {
  const open = store.current()
  if (!open || open.isSaving) return
  if (!isChanged(open)) return store.set(undefined)
  act.ask({ title: '确定取消?', yes: '确定', no: '继续编辑' }, () => Promise.resolve(store.set(undefined)))
}

/** Makes the cell's own call when the user leaves the cell with a new text. */
export function leaveCell(context: RowEditContext, column: Extract<EditableColumn<string>, { call: string }>, text: string): void {
  const { entity, store, act, reload } = context
  const open = store.current()
  const value = text.trim()
  if (!open || value === '' || value === String(open.row[column.column] ?? '')) return
  const taken = Object.entries(column.with).map(([param, field]) => [param, field === 'id' ? open.id : open.row[field]])
  void act.run(async () => {
    const answer = await makeCall(entity, column.call, { ...Object.fromEntries(taken), [column.column]: value })
    const now = store.current()
    if (now?.id === open.id) store.set({ ...now, row: { ...now.row, [column.column]: value } })
    reload()
    return entity.calls?.[column.call]?.success ?? answer.message
  })
}

/** The edit based on the row as it is stored now: the user's own values stay, except in fields where the other person's value is kept. */
export function rebaseEdit(store: RowEditStore, { version, clashes }: EditConflict, theirs: readonly string[]): void {
  const open = store.current()
  if (!open) return
  const row: WireRow = { ...open.row, version }
  const values = { ...open.values }
  for (const clash of clashes) {
    row[clash.field] = clash.theirs
    delete row[`${clash.field}_dictText`]
    if (theirs.includes(clash.field)) delete values[clash.field]
  }
  store.set({ ...open, row, values })
}
