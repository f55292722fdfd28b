import type { Fields } from '../fields/contract.ts'

/** What every row has beside its declared fields. Lists show them, sort by them and are asked by them like any other. */
export const systemFields = {
  createBy: { type: 'text', label: '创建人' },
  createTime: { type: 'dateTime', label: '创建时间' },
  updateBy: { type: 'text', label: '更新人' },
  updateTime: { type: 'dateTime', label: '更新时间' },
} as const satisfies Fields

export type SystemField = keyof typeof systemFields

export const isSystemField = (key: string): key is SystemField => Object.hasOwn(systemFields, key)
