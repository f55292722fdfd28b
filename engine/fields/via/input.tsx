import { Input } from 'antd'
import { messages } from '../messages.ts'
import type { FieldInput } from '../client-contract.ts'

/** The value belongs to the other row, so it is shown and cannot be edited here. */
export const via: FieldInput<'via'> = ({ id, value, text }) => (
  <Input id={id} disabled value={text === '' && value ? messages.gone : (text ?? String(value ?? ''))} />
)
