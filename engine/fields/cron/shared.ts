import type { SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { readText } from '../parts/read-text.ts'
import { mayBeCron } from './reader.ts'

const MOST_PARTS = 7
const YEAR = /^(\*|\?|\d+)$/

export const cron: SharedField<'cron'> = {
  title: 'Cron表达式',
  matches: ['contains', 'exact'],
  read(value, field) {
    const reading = readText(value, field)
    return 'message' in reading ? reading : { value: reading.value?.replace(/ +/g, ' ') ?? null }
  },
  check(value) {
    const parts = value.split(' ')
    const year = parts[6]
    if (parts.length > MOST_PARTS) return messages.cronParts
    if (year !== undefined && !YEAR.test(year)) return messages.cronYear
    return mayBeCron(value) ? undefined : messages.cron
  },
  toText: (value) => value,
}
