import { DownOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { foldedItems, type Folded } from './FoldedActions.tsx'
import { LinkButton } from './LinkButton.tsx'
import './row-menu.css'

/**
 * The actions of a row that do not fit, behind one button. Its menu is mounted with the first press, because a list has hundreds of these
 * buttons; it hangs from an empty place of the button's size. If the keyboard opens the menu, the menu takes the focus.
 */
export function RowMenu(folded: Folded) {
  const [menu, setMenu] = useState<'never' | 'closed' | 'open' | 'openByKeys'>('never')
  const button = useRef<HTMLButtonElement>(null)
  /** A press on the button is no press elsewhere, which would close the menu: until its click, which a finger makes last. */
  const isPressed = useRef(false)
  const isOpen = menu === 'open' || menu === 'openByKeys'
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return
    isPressed.current = true
    const release = () => (isPressed.current = false)
    for (const end of ['click', 'pointercancel']) window.addEventListener(end, release, { once: true, capture: true })
  }
  const toggle = ({ detail }: MouseEvent) => {
    const isDoubleClick = detail > 1
    if (!isDoubleClick) setMenu(isOpen ? 'closed' : detail === 0 ? 'openByKeys' : 'open')
  }
  const change = (open: boolean, { source }: { readonly source: 'trigger' | 'menu' }) => {
    if (open || isPressed.current) return
    setMenu('closed')
    // After Enter on an entry the same key press would press the button as well, and open the menu again.
    if (source === 'trigger' && document.activeElement?.closest('.ant-dropdown, .engine-fold')) button.current?.focus()
  }
  return (
    <span className="engine-fold">
      <LinkButton ref={button} unfolds aria-haspopup="menu" aria-expanded={isOpen} onPointerDown={press} onClick={toggle}>
        <span>更多 </span>
        <DownOutlined />
      </LinkButton>
      {menu !== 'never' && (
        <Dropdown
          trigger={['click']}
          open={isOpen}
          autoFocus={menu === 'openByKeys'}
          onOpenChange={change}
          menu={{ items: foldedItems(folded) }}
        >
          <span className="engine-fold-place" />
        </Dropdown>
      )}
    </span>
  )
}
