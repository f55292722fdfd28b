import { Input } from 'antd'
import { useState } from 'react'
import type { InputProps } from '../client-contract.ts'
import type { FieldDef } from '../contract.ts'
import { readNumber } from './read-number.ts'

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** What a text says: a number, nothing, or the text itself, which the field's own sentence refuses. */
function valueOf(text: string, field: FieldDef): number | string | null {
  const reading = readNumber(text, field)
  return 'message' in reading ? text : reading.value
}

/**
 * A number. Nothing that is typed is left out, as antd's own input for numbers does: of 9,5 it made 95. Limits are not enforced while typing:
 * the field's own sentence states them.
 */
export function NumberInput({ id, field, value, disabled, onChange, onBlur }: InputProps<FieldDef>) {
  const [typed, setTyped] = useState('')
  // As it was typed, such as 85. on the way to 85.5, as long as it says the value.
  const shown = valueOf(typed, field) === (textOf(value) === '' ? null : value) ? typed : textOf(value)
  return (
    <Input
      id={id}
      autoComplete="off"
      placeholder={`请输入${field.label}`}
      disabled={disabled}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(valueOf(target.value, field))
      }}
      onBlur={() => {
        setTyped(textOf(value))
        onBlur()
      }}
    />
  )
}
