import type { Fields } from '../../engine/schema/index.ts'

const length = '长度在 2 到 30 个字符'

/** What roles and department roles have in common; each says its own label and what is missing without a value. */
export const roleName = { type: 'text', min: { is: 2, message: length }, max: { is: 30, message: length } } as const
export const roleCode = {
  type: 'text',
  max: { is: 64, message: '长度不超过 64 个字符' },
  pattern: { is: 'noChinese', message: '角色编码不可输入汉字!' },
  unique: '该值不可用，系统中已存在！',
} as const
export const roleDescription = {
  type: 'longText',
  label: '描述',
  max: { is: 126, message: '长度不超过 126 个字符' },
} as const satisfies Fields[string]
