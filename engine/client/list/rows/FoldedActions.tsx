import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { takesAway, type RowAction, type RowActionMode } from './row-actions.ts'
import { firstClick } from '../../parts/single-click.ts'

export interface Folded {
  readonly modes: readonly RowActionMode[]
  onRun(action: RowAction): void
}

/** In a menu the reason is written below an action that is not possible now, because a finger cannot hover. */
function Reasoned({ label, why }: { readonly label: string; readonly why: string }) {
  return (
    <>
      <div>{label}</div>
      <small>{why}</small>
    </>
  )
}

/** Actions as the entries of a menu. */
export const foldedItems = ({ modes, onRun }: Folded) =>
  modes.map(({ action, why }) => ({
    key: action.key,
    label: why === undefined ? action.label : <Reasoned label={action.label} why={why} />,
    danger: takesAway(action),
    disabled: why !== undefined,
    onClick: () => onRun(action),
  }))

/** The actions that do not fit, behind one button. If the keyboard opens the menu, the menu takes the focus. */
export function FoldedActions(folded: Folded) {
  const [byKeyboard, setByKeyboard] = useState(false)
  return (
    <Dropdown
      trigger={['click']}
      autoFocus={byKeyboard}
      onOpenChange={(open) => !open && setByKeyboard(false)}
      menu={{ items: foldedItems(folded) }}
    >
      <Button onClickCapture={firstClick} onClick={(event) => setByKeyboard(event.detail === 0)}>
        更多 <DownOutlined />
      </Button>
    </Dropdown>
  )
}
