import type { ServerField } from '../contract.ts'
import { patterns } from '../patterns.ts'

export const phone: ServerField<'phone'> = {
  column: () => 'text',
  label: 'none',
  operators: ['equals', 'contains'],
  schema: () => ({ type: 'string', pattern: patterns.mobile.source }),
}
