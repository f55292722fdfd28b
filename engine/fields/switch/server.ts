import type { ServerField } from '../contract.ts'

export const switchField: ServerField<'switch'> = {
  sheet: { width: 10, hint: '从下拉列表选择' },
  schema: () => ({ type: 'integer', enum: [0, 1] }),
}
