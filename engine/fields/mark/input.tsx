import { Input } from 'antd'
import type { FieldInput } from '../client-contract.ts'
import { mark as shared } from './shared.ts'

/** A mark is shown and cannot be edited. */
export const mark: FieldInput<'mark'> = ({ id, field, value }) => (
  <Input id={id} disabled value={shared.toText(Number(value ?? 0), field)} />
)
