import { Input } from 'antd'
import type { FieldInput } from '../client-contract.ts'

/** It is counted, so it is shown and not written. */
export const count: FieldInput<'count'> = ({ id, value }) => <Input id={id} disabled value={String(value ?? 0)} />
