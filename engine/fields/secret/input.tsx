import { Input } from 'antd'
import type { FieldInput } from '../client-contract.ts'
import { StrengthBar } from './StrengthBar.tsx'

export const secret: FieldInput<'secret'> = ({ id, field, value, disabled, onChange, onBlur }) => (
  <>
    <Input.Password
      id={id}
      // What is kept for somebody else's system is not the login that the browser remembers for this one.
      autoComplete={field.pattern || field.sameAs || field.sealed ? 'new-password' : 'current-password'}
      placeholder={`请输入${field.label}`}
      disabled={disabled}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
    {field.strength && typeof value === 'string' && value !== '' && <StrengthBar password={value} />}
  </>
)
