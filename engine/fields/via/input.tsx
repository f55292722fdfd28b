import { Input } from 'antd'
import type { FieldInput } from '../client-contract.ts'

/** It belongs to the other row, so it is shown and not written. */
export const via: FieldInput<'via'> = ({ id, value, text }) => <Input id={id} disabled value={text ?? String(value ?? '')} />
