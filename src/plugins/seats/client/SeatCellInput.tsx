import { Input } from 'antd'
import { useState } from 'react'

interface Props {
  readonly stored: string
  readonly label: string
  /** Enter moves through the inputs of one column. */
  readonly column: string
  readonly placeholder?: string
  /** Called when the cursor leaves a changed value; answers whether the value is now stored. Without it, the change is dropped. */
  save?(value: string): Promise<boolean>
  enter(value: string, input: HTMLInputElement): void
}

/** A table value that is edited in place. While nobody is typing in it, it shows the stored value. */
export function SeatCellInput({ stored, label, column, placeholder, save, enter }: Props) {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? stored
  const leave = async () => {
    const value = shown.trim()
    if (save && value !== stored && value !== '') await save(value)
    setTyped((now) => (now === typed ? undefined : now))
  }
  return (
    <Input
      size="small"
      maxLength={64}
      value={shown}
      aria-label={label}
      placeholder={placeholder}
      data-column={column}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void leave()}
      onPressEnter={(event) => enter(shown.trim(), event.currentTarget)}
    />
  )
}

/** Moves the cursor to the same column of the next row; if there is none, leaves the input. */
export function focusNext(input: HTMLInputElement): void {
  const column = `[data-column="${input.dataset['column'] ?? ''}"]`
  const all = [...(input.closest('.seat-table')?.querySelectorAll<HTMLInputElement>(column) ?? [])]
  const next = all[all.indexOf(input) + 1]
  if (next) next.focus()
  else input.blur()
}
