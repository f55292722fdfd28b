import { Input } from 'antd'
import { useState } from 'react'

interface Props {
  readonly stored: string
  readonly label: string
  /** Inputs of one column are walked by Enter. */
  readonly column: string
  readonly placeholder?: string
  /** Left with another value than the stored one; answers whether that is now stored. Without it such a value is dropped. */
  save?(value: string): Promise<boolean>
  enter(value: string, input: HTMLInputElement): void
}

/** A value of a table typed in place. It shows what is stored whenever nobody is typing in it. */
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

/** Put the cursor into the same column of the next row; out of the input when there is none. */
export function focusNext(input: HTMLInputElement): void {
  const column = `[data-column="${input.dataset['column'] ?? ''}"]`
  const all = [...(input.closest('.seat-table')?.querySelectorAll<HTMLInputElement>(column) ?? [])]
  const next = all[all.indexOf(input) + 1]
  if (next) next.focus()
  else input.blur()
}
