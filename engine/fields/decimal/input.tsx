import type { FieldInput } from '../client-contract.ts'
import { NumberInput } from '../NumberInput.tsx'

export const decimal: FieldInput<'decimal'> = NumberInput
