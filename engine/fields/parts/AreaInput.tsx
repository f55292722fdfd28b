import { Input } from 'antd'
import type { CSSProperties } from 'react'
import type { InputProps } from '../client-contract.ts'
import type { FieldDef } from '../contract.ts'

interface Props extends InputProps<FieldDef> {
  /** The length limit that the counter shows. */
  readonly count?: number
  readonly style?: CSSProperties
}

/** Three lines that grow to ten. The browser does it, because antd measures with a style attribute, which the page's policy forbids. */
const growing: CSSProperties = { fieldSizing: 'content', minHeight: 'calc(3lh + 10px)', maxHeight: 'calc(10lh + 10px)' }

/** Several lines of text that grow with their content. */
export function AreaInput({ id, field, value, disabled, count, style, onChange, onBlur }: Props) {
  return (
    <Input.TextArea
      id={id}
      rows={3}
      placeholder={`请输入${field.label}`}
      disabled={disabled}
      styles={{ textarea: { ...growing, ...style } }}
      count={count === undefined ? undefined : { show: true, max: count }}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  )
}
