import type { FieldInput } from '../client-contract.ts'
import { AreaInput } from '../parts/AreaInput.tsx'
import { HtmlInput } from '../richText/HtmlInput.tsx'
import { isFormatted } from './formatted.ts'

export const longText: FieldInput<'longText'> = (props) => {
  const { max } = props.field
  if (isFormatted(props.field, props.narrowing)) return <HtmlInput {...props} />
  return <AreaInput {...props} count={typeof max === 'object' ? max.is : max} />
}
