import { Input } from 'antd'
import type { InputProps } from '../client-contract.ts'
import type { FieldDef } from '../contract.ts'
import { sharedField } from '../shared.ts'
import { clearable } from './clearable.tsx'

/** One line of text. */
export function TextInput({ id, field, value, disabled, onChange, onBlur }: InputProps<FieldDef>) {
  return (
    <Input
      id={id}
      allowClear={clearable}
      autoComplete="off"
      placeholder={sharedField(field).rules?.(field).code === undefined ? `请输入${field.label}` : '留空则自动生成'}
      disabled={disabled}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  )
}
