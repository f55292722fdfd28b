import type { ServerField } from '../contract.ts'

export const via: ServerField<'via'> = {
  column: () => null,
  label: 'reference',
  operators: ['equals', 'contains'],
  schema: () => ({ type: ['string', 'integer'], readOnly: true }),
}
