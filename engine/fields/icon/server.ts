import type { ServerField } from '../contract.ts'
import { isIconName } from './names.ts'

export const icon: ServerField<'icon'> = {
  schema: () => ({ type: 'string', pattern: '^[a-z][a-z0-9-]*$' }),
  refusal: (value, { label }) => (isIconName(value) ? undefined : `${label}中没有“${value}”，请从图标中选择！`),
  sheet: { hint: '图标名称，如 user' },
}
