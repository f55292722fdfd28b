import { Input } from 'antd'
import type { InputProps } from '../client-contract.ts'
import type { FieldDef } from '../contract.ts'

/** One line of text. */
export function TextInput({ id, field, value, disabled, onChange, onBlur }: InputProps<FieldDef>) {
  return (
    <Input
      id={id}
      allowClear
      autoComplete="off"
      placeholder={`请输入${field.label}`}
      disabled={disabled}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  )
}
