import type { Fields } from '../fields/contract.ts'

/** What every row has besides its declared fields. Lists can show, sort and filter by them like any other field. */
export const systemFields = {
  createBy: { type: 'text', label: '创建人' },
  createTime: { type: 'dateTime', label: '创建时间' },
  updateBy: { type: 'text', label: '更新人' },
  updateTime: { type: 'dateTime', label: '更新时间' },
} as const satisfies Fields

export type SystemField = keyof typeof systemFields

export const isSystemField = (key: string): key is SystemField => Object.hasOwn(systemFields, key)
