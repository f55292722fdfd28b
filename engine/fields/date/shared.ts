import type { SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { readTime } from '../parts/read-time.ts'

export const date: SharedField<'date'> = {
  title: '日期',
  read: (value, field) => readTime(value, field, messages.date),
  toText: (value) => value,
}
