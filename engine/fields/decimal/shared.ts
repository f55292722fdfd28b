import type { SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { DIGITS } from './digits.ts'
import { checkLimits, readNumber } from '../parts/read-number.ts'

export const decimal: SharedField<'decimal'> = {
  title: '小数',
  kind: () => 'real',
  matches: ['exact', 'range'],
  read(value, field) {
    const reading = readNumber(value, field)
    if ('message' in reading || reading.value === null) return reading
    const rounded = Number(reading.value.toFixed(field.scale)) + 0
    if (Math.abs(rounded) >= 10 ** (DIGITS - field.scale)) return { message: messages.range(field.label) }
    if (Math.abs(rounded - reading.value) > Math.min(1e-9, 10 ** -(field.scale + 2)))
      return { message: messages.scale(field.label, field.scale) }
    return { value: rounded }
  },
  check: checkLimits,
  /** As it is typed and as sheets show it: 88, 88.5. */
  toText: (value, field) => String(Number(value.toFixed(field.scale))),
}
