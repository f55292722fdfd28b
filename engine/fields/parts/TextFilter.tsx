import { Input } from 'antd'
import type { FilterProps } from '../client-contract.ts'
import type { FieldDef } from '../contract.ts'
import { clearable } from './clearable.tsx'

/** A text to search for. */
export function TextFilter({ id, field, value, onChange }: FilterProps<FieldDef>) {
  const text = value === undefined ? '' : String(value)
  return (
    <Input
      id={id}
      allowClear={clearable}
      placeholder={`请输入${field.label}`}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** For types that cannot be filtered. */
export function NoFilter() {
  return null
}
