import type { FieldInput } from '../client-contract.ts'
import { NumberInput } from '../parts/NumberInput.tsx'

export const decimal: FieldInput<'decimal'> = NumberInput
