import { useCallback, useMemo, useState } from 'react'
import type { Dialog } from '../../model/dialog.ts'
import { useCurrentUser } from '../../../browser/current-user.ts'
import { useRowAction } from '../actions/use-row-action.ts'
import { useToolbar } from '../actions/use-toolbar.ts'
import { useRowEdit } from '../row-edit/use-row-edit.ts'
import { rowActionsOf } from '../rows/row-actions.ts'
import type { EntityListProps } from './list-props.ts'
import { useListColumns } from './use-list-columns.ts'
import { useListModel } from './use-list-model.ts'
import { useListQuery } from './use-list-query.ts'
import { useReload } from './use-list-rows.ts'
import { useListSelection } from './use-list-selection.ts'

/** The window that a list has open. A late answer of one window does not close another. */
function useDialog() {
  const [dialog, open] = useState<Dialog>()
  const close = useCallback(() => open((now) => (now === dialog ? undefined : now)), [dialog])
  return { dialog, open, close }
}

/** The whole state of one list: its rows, its query, its actions and its open window. */
export function useEntityList(props: EntityListProps) {
  const { entity, place, pick } = props
  const { permissions, locked } = useCurrentUser()
  const { model, fixed } = useListModel(props)
  const query = useListQuery({ entity, place, model, fixed })
  const reload = useReload(entity, props.onChange)
  const { dialog, open, close } = useDialog()
  const chosen = useListSelection(props)
  const look = useListColumns(entity, model)
  const actions = useMemo(() => (pick ? [] : rowActionsOf(entity, permissions, locked)), [pick, entity, permissions, locked])
  const edited = useRowEdit({ entity, model, rows: query.data.page?.records, reload })
  const { selection } = chosen
  const onDeleted = useCallback((id: string) => selection.change({ to: 'drop', ids: new Set([id]) }), [selection])
  const run = useRowAction({ entity, open, reload, edit: edited.edit, onDeleted })
  const acts = useToolbar({ entity, selection, filters: query.all, open, reload })
  return { ...props, model, fixed, ...query, reload, dialog, open, close, ...chosen, ...look, actions, edited, run, acts }
}
export type EntityListState = ReturnType<typeof useEntityList>
