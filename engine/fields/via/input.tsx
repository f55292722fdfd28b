import { Input } from 'antd'
import { gone } from '../reference/NoText.tsx'
import type { FieldInput } from '../client-contract.ts'

/** It belongs to the other row, so it is shown and not written. */
export const via: FieldInput<'via'> = ({ id, value, text }) => (
  <Input id={id} disabled value={text === '' && value ? gone : (text ?? String(value ?? ''))} />
)
