import type { ServerField } from '../contract.ts'

export const icon: ServerField<'icon'> = {
  schema: () => ({ type: 'string', pattern: '^[a-z][a-z0-9-]*$' }),
  sheet: { hint: '图标名称，如 user' },
}
