import type { SharedField } from '../contract.ts'
import { checkText, readLines } from '../parts/read-text.ts'

export const longText: SharedField<'longText'> = {
  title: '长文本',
  matches: ['contains', 'exact'],
  words: 'lines',
  read: readLines,
  check: checkText,
  toText: (value) => value,
}
