import { InputNumber } from 'antd'
import type { InputProps } from '../client-contract.ts'
import type { FieldDef } from '../contract.ts'

/** A number. Limits are not enforced while typing: the field's own sentence states them. */
export function NumberInput({ id, field, value, disabled, onChange, onBlur }: InputProps<FieldDef>) {
  return (
    <InputNumber
      id={id}
      style={{ width: '100%' }}
      placeholder={`请输入${field.label}`}
      disabled={disabled}
      value={typeof value === 'string' || typeof value === 'number' ? value : null}
      onChange={(next) => onChange(next)}
      onBlur={onBlur}
    />
  )
}
