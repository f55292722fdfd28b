import type { FieldInput } from '../client-contract.ts'
import { TimeInput } from '../parts/TimeInput.tsx'

export const dateTime: FieldInput<'dateTime'> = TimeInput
