import type { SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { readTime } from '../parts/read-time.ts'
import { timeRelations } from '../parts/time-relations.ts'

export const date: SharedField<'date'> = {
  title: '日期',
  kind: () => 'day',
  matches: ['range', 'exact'],
  relations: timeRelations,
  read: (value, { label }) => readTime(value, messages.date(label), 'day'),
  toText: (value) => value,
}
