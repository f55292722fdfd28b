import { App } from 'antd'
import { memo, useEffect, useRef, useState } from 'react'
import { tellRefusal } from '../../../../../engine/client/index.ts'
import { useBench } from '../state/bench-context.ts'
import { calls } from '../state/calls.ts'
import './input.css'

interface Props {
  readonly resultId: string
  readonly stored: string
  readonly label: string
  /** The number as the server stores it now. */
  onSaved(tjh: string): void
}

/** The kit number; sent when the cursor leaves it, unless it is empty or unchanged. */
export const KitInput = memo(function KitInput({ resultId, stored, label, onSaved }: Props) {
  const { canEdit } = useBench()
  const { message, notification } = App.useApp()
  const [typed, setTyped] = useState(stored)
  const before = useRef(stored)
  // A number that a colleague wrote meanwhile does not replace what is being typed.
  useEffect(() => {
    setTyped((now) => (now === before.current ? stored : now))
    before.current = stored
  }, [stored])
  const leave = async () => {
    const value = typed.trim()
    if (value === '' || value === stored) return setTyped(stored)
    try {
      const kept = await calls.updateTjh(resultId, value)
      onSaved(String(kept ?? value))
      void message.success(`${label} · 套件号 ${String(kept ?? value)}：修改成功！`)
    } catch (error) {
      setTyped(stored)
      tellRefusal({ message, notification }, error, { kind: 'error', about: `${label} · 套件号：修改失败！` })
    }
  }
  return (
    <input
      className="live-input"
      aria-label={`${label} 套件号`}
      maxLength={64}
      value={typed}
      readOnly={!canEdit}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void leave()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.keyCode === 229) return
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setTyped(stored)
      }}
    />
  )
})
