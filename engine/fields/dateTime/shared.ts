import type { SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { readTime } from '../parts/read-time.ts'
import { timeRelations } from '../parts/time-relations.ts'

export const dateTime: SharedField<'dateTime'> = {
  title: '时间',
  kind: () => 'moment',
  matches: ['range', 'exact'],
  relations: timeRelations,
  read: (value, { label, minutes }) => readTime(value, messages.dateTime(label), minutes ? 'minute' : 'second'),
  toText: (value) => value,
}
