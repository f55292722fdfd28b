import type { FieldInput } from '../client-contract.ts'
import { TextInput } from '../parts/TextInput.tsx'

export const text: FieldInput<'text'> = TextInput
