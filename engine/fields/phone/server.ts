import type { ServerField } from '../contract.ts'
import { patterns } from '../patterns.ts'

export const phone: ServerField<'phone'> = {
  schema: () => ({ type: 'string', pattern: patterns.mobile.source }),
}
