import type { SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { readTime } from '../parts/read-time.ts'

export const dateTime: SharedField<'dateTime'> = {
  title: '时间',
  read: (value, field) => readTime(value, field, messages.dateTime),
  toText: (value) => value,
}
