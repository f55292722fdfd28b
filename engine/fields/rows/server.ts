import type { ServerField } from '../contract.ts'
import { parseRows } from './shared.ts'

export const rows: ServerField<'rows'> = {
  schema: () => ({
    oneOf: [
      { type: 'array', items: { type: 'object' } },
      { type: 'string', contentMediaType: 'application/json' },
    ],
  }),
  answered: (stored) => parseRows(stored) ?? [],
  sheet: { hint: 'JSON 列表，每行一个对象' },
}
