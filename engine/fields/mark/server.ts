import type { ServerField } from '../contract.ts'

export const mark: ServerField<'mark'> = {
  schema: () => ({ type: 'integer', enum: [0, 1], readOnly: true }),
}
