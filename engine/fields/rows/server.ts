import type { ServerField } from '../contract.ts'

export const rows: ServerField<'rows'> = {
  schema: () => ({ type: 'string', contentMediaType: 'application/json' }),
  sheet: { hint: 'JSON 列表，每行一个对象' },
}
