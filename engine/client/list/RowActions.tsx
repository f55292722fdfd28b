import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space, Tooltip, Typography } from 'antd'
import { useState } from 'react'
import type { WireRow } from '../../schema/index.ts'
import { singleClick } from './single-click.ts'
import { canHide, modesFor, type RowAction, type RowActionMode } from './row-actions.ts'

export type RunRowAction = (action: RowAction, row: WireRow) => void
interface Props {
  readonly actions: readonly RowAction[]
  readonly row: WireRow
  readonly run: RunRowAction
  readonly compact?: boolean
}
const shownAtMost = 3

function ActionButton({ mode, row, run }: { readonly mode: RowActionMode; readonly row: WireRow; readonly run: RunRowAction }) {
  const { action, why } = mode
  const button = (
    <Button
      type="link"
      size="small"
      style={{ paddingInline: 0 }}
      danger={action.act.does === 'delete'}
      disabled={why !== undefined}
      onClick={singleClick(() => run(action, row))}
    >
      {action.label}
    </Button>
  )
  return why === undefined ? button : <Tooltip title={why}>{button}</Tooltip>
}

/** The actions that find no room, behind one button; opened by the keyboard, the menu takes the focus. */
function FoldedActions({
  modes,
  row,
  run,
  label,
}: Pick<Props, 'row' | 'run'> & { readonly modes: readonly RowActionMode[]; readonly label: string }) {
  const [byKeyboard, setByKeyboard] = useState(false)
  const items = modes.map(({ action, why }) => ({
    key: action.key,
    label: why === undefined ? action.label : <Tooltip title={why}>{action.label}</Tooltip>,
    danger: action.act.does === 'delete',
    disabled: why !== undefined,
    onClick: () => run(action, row),
  }))
  return (
    <Dropdown trigger={['click', 'hover']} autoFocus={byKeyboard} onOpenChange={(open) => !open && setByKeyboard(false)} menu={{ items }}>
      <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={(event) => setByKeyboard(event.detail === 0)}>
        {label} <DownOutlined />
      </Button>
    </Dropdown>
  )
}

/** What can be done with one row; a slash where nothing can. */
export function RowActions({ actions, row, run, compact }: Props) {
  const modes = modesFor(actions, row)
  if (modes.length === 0) return <Typography.Text type="secondary">/</Typography.Text>
  const most = compact ? 1 : shownAtMost
  const fits = modes.length <= most
  const shown = fits ? modes : modes.slice(0, most - 1)
  const folded = fits ? [] : modes.slice(most - 1)
  return (
    <Space size={12}>
      {shown.map((mode) => (
        <ActionButton key={mode.action.key} mode={mode} row={row} run={run} />
      ))}
      {folded.length > 0 && <FoldedActions modes={folded} row={row} run={run} label={compact ? '操作' : '更多'} />}
    </Space>
  )
}

/** Room for so many of these actions side by side: for the widest that can be among the first when others are hidden. */
function roomFor(actions: readonly RowAction[], count: number): number {
  const last = actions.filter((action) => !canHide(action))[count - 1]
  const first = last ? actions.slice(0, actions.indexOf(last) + 1) : actions
  const sizes = first.map((action) => action.label.length * 14 + 14).sort((one, other) => other - one)
  return sizes.slice(0, count).reduce((sum, size) => sum + size, 24)
}

/** Room that the widest set of these actions needs. */
export function actionsWidth(actions: readonly RowAction[], compact: boolean): number {
  if (compact) return 76
  const folds = actions.length > shownAtMost ? roomFor(actions, shownAtMost - 1) + 60 : 0
  const always = actions.filter((action) => !canHide(action)).length
  const fits = always <= shownAtMost ? roomFor(actions, shownAtMost) : 0
  return Math.max(90, folds, fits)
}
