import type { FieldInput } from '../client-contract.ts'
import { TextInput } from '../parts/TextInput.tsx'

export const phone: FieldInput<'phone'> = TextInput
