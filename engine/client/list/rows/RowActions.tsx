import { Button, Tooltip } from 'antd'
import { Faint } from '../../../browser/Faint.tsx'
import { usePlainClass } from '../../../browser/plain-look.tsx'
import type { WireRow } from '../../../schema/index.ts'
import { LinkButton } from './LinkButton.tsx'
import { RowMenu } from './RowMenu.tsx'
import { modesFor, takesAway, type RowAction, type RowActionMode } from './row-actions.ts'
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

const gap = 12
const tight = { paddingInline: 0 }
const beside = { gap }

function ActionButton({ mode, row, run }: { readonly mode: RowActionMode; readonly row: WireRow; readonly run: RunRowAction }) {
  const { action, why } = mode
  const danger = takesAway(action)
  if (why === undefined)
    return (
      <LinkButton danger={danger} onClick={singleClick(() => run(action, row))}>
        <span>{action.label}</span>
      </LinkButton>
    )
  return (
    <Tooltip title={why}>
      <Button type="link" size="small" style={tight} danger={danger} disabled>
        {action.label}
      </Button>
    </Tooltip>
  )
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
  const plain = usePlainClass()
  const modes = modesFor(actions, row)
  if (modes.length === 0) return <Faint>/</Faint>
  const { shown, folded } = split(modes, most)
  return (
    <div className={`ant-space ${plain} ant-space-horizontal ant-space-align-center`} style={beside}>
      {shown.map((mode) => (
        <div key={mode.action.key} className="ant-space-item">
          <ActionButton mode={mode} row={row} run={run} />
        </div>
      ))}
      {folded.length > 0 && (
        <div className="ant-space-item">
          <RowMenu modes={folded} onRun={(action) => run(action, row)} />
        </div>
      )}
    </div>
  )
}

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
