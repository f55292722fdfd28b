import { Input } from 'antd'
import type { FieldInput } from '../client-contract.ts'
import { count as shared } from './shared.ts'

/** A count is shown and cannot be edited. */
export const count: FieldInput<'count'> = ({ id, field, value }) => (
  <Input id={id} disabled value={shared.toText(Number(value ?? 0), field)} />
)
