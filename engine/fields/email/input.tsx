import type { FieldInput } from '../client-contract.ts'
import { TextInput } from '../parts/TextInput.tsx'

export const email: FieldInput<'email'> = TextInput
