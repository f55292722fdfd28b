import type { SharedField } from '../contract.ts'
import { patterns } from '../patterns.ts'
import { readText } from '../parts/read-text.ts'

export const phone: SharedField<'phone'> = {
  title: '手机号',
  matches: ['contains', 'exact'],
  read: readText,
  check: (value, field) => (patterns.mobile.test(value) ? undefined : field.message),
  toText: (value) => value,
}
