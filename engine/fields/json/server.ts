import type { ServerField } from '../contract.ts'

export const json: ServerField<'json'> = {
  column: () => 'text',
  label: 'none',
  operators: [],
  schema: () => ({ type: 'string', contentMediaType: 'application/json' }),
}
