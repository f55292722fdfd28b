import { Checkbox, Radio } from 'antd'
import { useSyncExternalStore } from 'react'
import { usePlainClass } from '../../../browser/plain-look.tsx'
import type { WireRow } from '../../../schema/index.ts'
import type { SelectionStore } from './selection.ts'

interface Props {
  readonly store: SelectionStore
  readonly id: string
  readonly row: WireRow
  readonly label: string
  readonly single?: boolean
}

interface TickProps {
  readonly checked: boolean
  readonly 'aria-label': string
  onChange(): void
}

/** A tick box of antd's look. */
function Tick({ checked, ...rest }: TickProps) {
  const plain = usePlainClass()
  return (
    <label className={`ant-checkbox-wrapper ${checked ? 'ant-checkbox-wrapper-checked' : ''} ${plain}`}>
      <span className={`ant-checkbox ${checked ? 'ant-checkbox-checked' : ''} ${plain}`}>
        <input type="checkbox" className="ant-checkbox-input" checked={checked} {...rest} />
        <span className="ant-checkbox-inner" />
      </span>
    </label>
  )
}

/** The tick box of one row; it listens for itself, so the table is not rendered again. */
export function SelectCell({ store, id, row, label, single }: Props) {
  const chosen = useSyncExternalStore(store.listen, () => store.current().has(id))
  const One = single ? Radio : Tick
  const choose = () => store.change(single ? { to: 'only', id, row } : { to: 'toggle', id, row })
  return <One checked={chosen} aria-label={`选择 ${label}`} onChange={choose} />
}

interface PageProps {
  readonly store: SelectionStore
  readonly rows: ReadonlyMap<string, WireRow>
}

/** Ticks or clears the whole page. */
export function SelectPage({ store, rows }: PageProps) {
  const count = useSyncExternalStore(store.listen, () => [...rows.keys()].filter((id) => store.current().has(id)).length)
  const all = rows.size > 0 && count === rows.size
  return (
    <Checkbox
      checked={all}
      indeterminate={count > 0 && !all}
      disabled={rows.size === 0}
      aria-label="选择本页全部"
      onChange={() => store.change({ to: 'page', rows, on: !all })}
    />
  )
}
