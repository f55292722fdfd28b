import type { FieldInput } from '../client-contract.ts'
import { FilesInput } from './FilesInput.tsx'

export const files: FieldInput<'files'> = FilesInput
