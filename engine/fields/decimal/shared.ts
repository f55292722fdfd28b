import type { SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { checkLimits, readNumber } from '../parts/read-number.ts'

export const decimal: SharedField<'decimal'> = {
  title: '小数',
  kind: () => 'real',
  matches: ['exact', 'range'],
  read(value, field) {
    const reading = readNumber(value, field)
    if ('message' in reading || reading.value === null) return reading
    if (Math.abs(reading.value) >= 1e15) return { message: messages.range(field.label) }
    const rounded = Number(reading.value.toFixed(field.scale))
    if (Math.abs(rounded - reading.value) > 1e-9) return { message: messages.scale(field.label, field.scale) }
    return { value: rounded }
  },
  check: checkLimits,
  /** As it is typed and as sheets show it: 88, 88.5. */
  toText: (value, field) => String(Number(value.toFixed(field.scale))),
}
