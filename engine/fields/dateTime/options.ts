import { yes } from '../../json-shape.ts'
import type { TypeOptions } from '../contract.ts'
import { timeRelations, type TimeRelations } from '../parts/relations.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** `minutes`: kept to the minute, its seconds are always 00. */
    dateTime: { options: TimeRelations & { readonly minutes?: true }; value: string }
  }
}

export const dateTime: TypeOptions<'dateTime'> = {
  shape: () => ({ required: {}, properties: { ...timeRelations, minutes: yes } }),
}
