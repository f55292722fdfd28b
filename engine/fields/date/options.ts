import type { TypeOptions } from '../contract.ts'
import { timeRelations, type TimeRelations } from '../parts/relations.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    date: { options: TimeRelations; value: string }
  }
}

export const date: TypeOptions<'date'> = {
  shape: () => ({ required: {}, properties: timeRelations }),
}
