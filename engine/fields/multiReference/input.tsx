import type { FieldInput } from '../client-contract.ts'
import { ReferenceSelect } from '../parts/ReferenceSelect.tsx'

export const multiReference: FieldInput<'multiReference'> = (props) => (
  <ReferenceSelect {...props} multiple onChange={(next) => props.onChange(next ?? null)} />
)
