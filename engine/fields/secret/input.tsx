import { Input } from 'antd'
import type { FieldInput } from '../client-contract.ts'
import { StrengthBar } from './StrengthBar.tsx'

export const secret: FieldInput<'secret'> = ({ id, field, value, disabled, onChange, onBlur }) => (
  <>
    <Input.Password
      id={id}
      autoComplete={field.pattern || field.sameAs ? 'new-password' : 'current-password'}
      placeholder={`请输入${field.label}`}
      disabled={disabled}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
    {field.strength && typeof value === 'string' && value !== '' && <StrengthBar password={value} />}
  </>
)
