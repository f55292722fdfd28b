import type { SharedField } from '../contract.ts'
import { patterns } from '../patterns.ts'
import { readText } from '../parts/read-text.ts'

export const email: SharedField<'email'> = {
  title: '邮箱',
  matches: ['contains', 'exact'],
  read: readText,
  check: (value, field) => (patterns.email.test(value) ? undefined : field.message),
  toText: (value) => value,
}
