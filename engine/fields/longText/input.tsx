import { AreaInput } from '../parts/AreaInput.tsx'
import type { FieldInput } from '../client-contract.ts'

export const longText: FieldInput<'longText'> = (props) => {
  const { max } = props.field
  return <AreaInput {...props} count={typeof max === 'object' ? max.is : max} />
}
