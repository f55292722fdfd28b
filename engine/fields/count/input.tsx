import { Input } from 'antd'
import type { FieldInput } from '../client-contract.ts'

/** A count is shown and cannot be edited. */
export const count: FieldInput<'count'> = ({ id, value }) => <Input id={id} disabled value={String(value ?? 0)} />
