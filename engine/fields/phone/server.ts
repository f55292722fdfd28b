import type { ServerField } from '../contract.ts'
import { patterns } from '../patterns.ts'

export const phone: ServerField<'phone'> = {
  schema: ({ accepts }) => ({ type: 'string', pattern: patterns[accepts ?? 'mobile'].source }),
}
