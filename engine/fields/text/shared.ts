import type { SharedField } from '../contract.ts'
import { checkText, readFolded, readText } from '../parts/read-text.ts'

export const text: SharedField<'text'> = {
  title: '文本',
  matches: ['contains', 'exact'],
  words: 'line',
  read: (value, field) => (field.lowerCase ? readFolded : readText)(value, field),
  check: checkText,
  toText: (value) => value,
}
