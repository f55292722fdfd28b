import type { ServerField } from '../contract.ts'

export const via: ServerField<'via'> = {
  schema: () => ({ type: ['string', 'integer'], readOnly: true }),
}
