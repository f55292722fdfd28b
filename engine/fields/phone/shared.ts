import type { SharedField } from '../contract.ts'
import { patterns } from '../patterns.ts'
import { readText } from '../parts/read-text.ts'

/** The country's prefix, as browsers fill it in and address books hand it over; with it, digits may stand in groups. Only the number is kept. */
const withPrefix = /^\+8[67][\s-]*(?=1)/
const withoutPrefix = (text: string): string => (withPrefix.test(text) ? text.replace(withPrefix, '').replaceAll(/[\s-]/g, '') : text)

export const phone: SharedField<'phone'> = {
  title: '手机号',
  matches: ['contains', 'exact'],
  read: (value, field) => {
    const reading = readText(value, field)
    return 'value' in reading && reading.value !== null ? { value: withoutPrefix(reading.value) } : reading
  },
  check: (value, field) => (patterns[field.accepts ?? 'mobile'].test(value) ? undefined : field.message),
  toText: (value) => value,
}
