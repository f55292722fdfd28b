import type { ServerField } from '../contract.ts'

export const json: ServerField<'json'> = {
  schema: () => ({ type: 'string', contentMediaType: 'application/json' }),
}
