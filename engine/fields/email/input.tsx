import type { FieldInput } from '../client-contract.ts'
import { TextInput } from '../TextInput.tsx'

export const email: FieldInput<'email'> = TextInput
