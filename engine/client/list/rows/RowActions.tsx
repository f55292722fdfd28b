import { Button, Space, Tooltip, Typography } from 'antd'
import type { WireRow } from '../../../schema/index.ts'
import { FoldedActions } from './FoldedActions.tsx'
import { modesFor, type RowAction, type RowActionMode } from './row-actions.ts'
import { singleClick } from '../../parts/single-click.ts'
import { textWidth } from './text-width.ts'

export type RunRowAction = (action: RowAction, row: WireRow) => void
interface Props {
  readonly actions: readonly RowAction[]
  readonly row: WireRow
  readonly run: RunRowAction
  /** The most buttons side by side; if there are more actions, the last button unfolds the rest. */
  readonly most: number
}

const tight = { paddingInline: 0 }

function ActionButton({ mode, row, run }: { readonly mode: RowActionMode; readonly row: WireRow; readonly run: RunRowAction }) {
  const { action, why } = mode
  const button = (
    <Button
      type="link"
      size="small"
      style={tight}
      danger={action.act.does === 'delete'}
      disabled={why !== undefined}
      onClick={singleClick(() => run(action, row))}
    >
      {action.label}
    </Button>
  )
  return why === undefined ? button : <Tooltip title={why}>{button}</Tooltip>
}

/** Which actions of a row get their own button, and which are behind the last one. */
function split(
  modes: readonly RowActionMode[],
  most: number,
): { readonly shown: readonly RowActionMode[]; readonly folded: readonly RowActionMode[] } {
  if (modes.length <= most) return { shown: modes, folded: [] }
  return { shown: modes.slice(0, most - 1), folded: modes.slice(most - 1) }
}

/** The actions of one row; a slash if there are none. */
export function RowActions({ actions, row, run, most }: Props) {
  const modes = modesFor(actions, row)
  if (modes.length === 0) return <Typography.Text type="secondary">/</Typography.Text>
  const { shown, folded } = split(modes, most)
  return (
    <Space size={gap}>
      {shown.map((mode) => (
        <ActionButton key={mode.action.key} mode={mode} row={row} run={run} />
      ))}
      {folded.length > 0 && <FoldedActions type="link" size="small" style={tight} modes={folded} onRun={(action) => run(action, row)} />}
    </Space>
  )
}

const gap = 12
const unfolding = 48
const leastWidth = 64

/** As wide as the widest set of buttons that one of these rows has. */
export function actionsWidth(actions: readonly RowAction[], rows: readonly WireRow[], most: number): number {
  const widths = rows.map((row) => {
    const { shown, folded } = split(modesFor(actions, row), most)
    const buttons = shown.map(({ action }) => textWidth(action.label))
    return [...buttons, ...(folded.length > 0 ? [unfolding] : [])].reduce((sum, width) => sum + width + gap, 8)
  })
  return Math.max(leastWidth, ...widths)
}
