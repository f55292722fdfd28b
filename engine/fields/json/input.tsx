import { AreaInput } from '../parts/AreaInput.tsx'
import type { FieldInput } from '../client-contract.ts'

export const json: FieldInput<'json'> = (props) => <AreaInput {...props} style={{ fontFamily: 'monospace' }} />
