import type { FieldInput } from '../client-contract.ts'
import { TimeInput } from '../parts/TimeInput.tsx'

export const date: FieldInput<'date'> = TimeInput
