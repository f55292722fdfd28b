import type { FieldInput } from '../client-contract.ts'
import { HtmlInput } from './HtmlInput.tsx'

export const richText: FieldInput<'richText'> = (props) => <HtmlInput {...props} />
