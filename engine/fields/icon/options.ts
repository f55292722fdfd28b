import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** The name of an icon, chosen among drawings. */
    icon: { options: object; value: string }
  }
}

export const icon: TypeOptions<'icon'> = { shape: () => ({ required: {}, properties: {} }) }
