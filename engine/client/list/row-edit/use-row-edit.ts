import { App } from 'antd'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { AnyEntity, WireRow } from '../../../schema/index.ts'
import { canDo } from '../../access.ts'
import type { EditConflict } from '../../changes/conflict.ts'
import { unsavedChanges, useUnsaved } from '../../changes/unsaved.ts'
import { useCurrentUser } from '../../../browser/current-user.ts'
import { idOf, type ListModel } from '../../model/list-model.ts'
import { useAct } from '../actions/use-act.ts'
import { usePhone } from '../../parts/use-phone.ts'
import type { ListPage } from '../../model/list-page.ts'
import { cancelEdit, changeEdit, leaveCell, rebaseEdit, saveEdit, type RowEditContext } from './edit-acts.ts'
import { changedIn, createRowEdit, isChanged, type OpenEdit, type RowEdit } from './row-edit.ts'

/** Puts a saved row into every list of the entity that shows it; no other row is rendered again. */
function useReplaceRow(entity: AnyEntity) {
  const { mutate } = useSWRConfig()
  return useCallback(
    (saved: WireRow) => {
      const id = idOf(entity, saved)
      const replaced = (page: ListPage | undefined) =>
        page?.records && { ...page, records: page.records.map((row) => (idOf(entity, row) === id ? { ...row, ...saved } : row)) }
      void mutate<ListPage>((key) => Array.isArray(key) && key[0] === entity.name && key.length === 3, replaced, { revalidate: false })
    },
    [entity, mutate],
  )
}

export interface Edited {
  readonly edit: RowEdit | undefined
  readonly conflict: EditConflict | undefined
  /** Keep the user's own values except in these fields, and save. */
  resolve(theirs: readonly string[]): void
  dismiss(): void
}

interface ListContext {
  readonly entity: AnyEntity
  readonly model: ListModel
  readonly rows: readonly WireRow[] | undefined
  reload(): void
}

/** Registers the edited row, so that the user is asked before its changes are lost. */
function useKept(edit: RowEdit | undefined, rows: readonly WireRow[] | undefined): void {
  const { message } = App.useApp()
  const open = () => edit?.store.current()
  useUnsaved({
    isDirty: () => isWritten(open()),
    what: () => {
      const now = open()
      return edit && now ? unsavedChanges(`编辑${edit.entity.title}`, changedIn(edit, now)) : ''
    },
    close: () => edit?.store.set(undefined),
  })
  useEffect(() => {
    const now = edit?.store.current()
    if (!edit || !now || !rows || rows.some((row) => idOf(edit.entity, row) === now.id)) return
    if (isChanged(now)) void message.warning('正在编辑的行已不在列表中，修改没有保存')
    edit.store.set(undefined)
  }, [edit, rows, message])
}

const isWritten = (open: OpenEdit | undefined): boolean => open !== undefined && isChanged(open)

/** Edits rows in place, if the schema says so and the user may edit. On a telephone, cards leave editing to the form. */
export function useRowEdit({ entity, model, rows, reload }: ListContext): Edited {
  const { permissions } = useCurrentUser()
  const { message } = App.useApp()
  const act = useAct()
  const replace = useReplaceRow(entity)
  const [store] = useState(createRowEdit)
  const [conflict, setConflict] = useState<EditConflict>()
  const phone = usePhone()
  const spec = !phone && canDo(entity, 'edit', permissions) ? model.editable : undefined

  const edit = useMemo((): RowEdit | undefined => {
    if (!spec) return undefined
    const onSaved = (row: WireRow, sentence: string) => {
      replace(row)
      void message.success({ key: 'done', content: sentence })
    }
    const context: RowEditContext = { entity, spec, store, act, onSaved, onConflict: setConflict, reload }
    return {
      entity,
      spec,
      store,
      begin: (row) => store.set({ id: idOf(entity, row), row, values: {}, problems: {}, isSaving: false }),
      change: (key, value) => changeEdit(context, key, value),
      save: () => void saveEdit(context),
      cancel: () => cancelEdit(context),
      leave: (column, text) => leaveCell(context, column, text),
    }
  }, [spec, entity, store, replace, message, act, reload])
  useKept(edit, rows)

  const resolve = (theirs: readonly string[]) => {
    if (!conflict) return
    rebaseEdit(store, conflict, theirs)
    setConflict(undefined)
    edit?.save()
  }
  return { edit, conflict, resolve, dismiss: () => setConflict(undefined) }
}
