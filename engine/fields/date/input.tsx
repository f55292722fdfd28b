import type { FieldInput } from '../client-contract.ts'
import { TimeInput } from '../TimeInput.tsx'

export const date: FieldInput<'date'> = TimeInput
