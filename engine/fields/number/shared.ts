import type { SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { checkLimits, readNumber } from '../parts/read-number.ts'

/** The largest integer that a column holds on both databases. */
const largest = 2_147_483_647

export const number: SharedField<'number'> = {
  title: '整数',
  kind: () => 'integer',
  matches: ['exact', 'range'],
  read(value, field) {
    const reading = readNumber(value, field)
    if ('message' in reading || reading.value === null) return reading
    if (!Number.isInteger(reading.value)) return { message: messages.integer(field.label) }
    if (Math.abs(reading.value) > largest) return { message: messages.range(field.label) }
    return reading
  },
  check: checkLimits,
  toText: String,
}
