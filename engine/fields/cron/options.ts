import type { TypeOptions } from '../contract.ts'

declare module '../contract.ts' {
  interface FieldTypes {
    /** When something is to happen: a cron expression as Quartz writes it, of 6 or 7 fields, seconds first, Sunday as 1. */
    // oxlint-disable-next-line typescript/no-empty-object-type -- the type has no options of its own
    cron: { options: {}; value: string }
  }
}

export const cron: TypeOptions<'cron'> = { shape: () => ({ required: {}, properties: {} }) }
