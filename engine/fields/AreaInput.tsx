import { Input } from 'antd'
import type { CSSProperties } from 'react'
import type { InputProps } from './client-contract.ts'
import type { FieldDef } from './contract.ts'

interface Props extends InputProps<FieldDef> {
  /** Length to count against. */
  readonly count?: number
  readonly style?: CSSProperties
}

/** Several lines of text, growing with what is written. */
export function AreaInput({ id, field, value, disabled, count, style, onChange, onBlur }: Props) {
  return (
    <Input.TextArea
      id={id}
      autoSize={{ minRows: 3, maxRows: 10 }}
      placeholder={`请输入${field.label}`}
      disabled={disabled}
      style={style}
      count={count === undefined ? undefined : { show: true, max: count }}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  )
}
