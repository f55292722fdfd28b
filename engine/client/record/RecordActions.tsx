import { Button, Flex, Tooltip } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import type { Dialog } from '../model/dialog.ts'
import { FoldedActions } from '../list/rows/FoldedActions.tsx'
import { ListDialogs } from '../screen/EntityList.tsx'
import { modesFor, rowActionsOf, type RowActionMode } from '../list/rows/row-actions.ts'
import { singleClick } from '../parts/single-click.ts'
import { useReload } from '../list/state/use-list-rows.ts'
import { useRowAction } from '../list/actions/use-row-action.ts'
import { useCurrentUser } from '../../browser/current-user.ts'

interface Props {
  readonly entity: AnyEntity
  readonly row: WireRow
}
const most = 4
const noFilters = {}

function ActionButton({ mode, onRun }: { readonly mode: RowActionMode; onRun(): void }) {
  const { action, why } = mode
  return (
    <Tooltip title={why}>
      <Button danger={action.act.does === 'delete'} disabled={why !== undefined} onClick={singleClick(onRun)}>
        {action.label}
      </Button>
    </Tooltip>
  )
}

/**
 * The actions that a list offers for the row, and the windows that they open. Child rows have their own tabs on the page. After a deletion
 * the list is shown.
 */
export function RecordActions({ entity, row }: Props) {
  const { permissions, locked, entityPath } = useCurrentUser()
  const navigate = useNavigate()
  const [dialog, open] = useState<Dialog>()
  const reload = useReload(entity)
  const onDeleted = useCallback(() => void navigate(entityPath(entity.name), { replace: true }), [entity, entityPath, navigate])
  const run = useRowAction({ entity, open, reload, onDeleted })
  const actions = useMemo(
    () => rowActionsOf(entity, permissions, locked).filter(({ act }) => act.does !== 'children' && act.does !== 'view'),
    [entity, permissions, locked],
  )
  const modes = modesFor(actions, row)
  const shown = modes.length > most ? modes.slice(0, most - 1) : modes
  const folded = modes.slice(shown.length)
  return (
    <Flex gap={8} wrap className="engine-record-actions">
      {shown.map((mode) => (
        <ActionButton key={mode.action.key} mode={mode} onRun={() => run(mode.action, row)} />
      ))}
      {folded.length > 0 && <FoldedActions modes={folded} onRun={(action) => run(action, row)} />}
      <ListDialogs
        entity={entity}
        dialog={dialog}
        filters={noFilters}
        reload={reload}
        close={() => open((now) => (now === dialog ? undefined : now))}
      />
    </Flex>
  )
}
