import type { SharedField } from '../contract.ts'
import { readText } from '../parts/read-text.ts'

export const dictionary: SharedField<'dictionary'> = {
  title: '字典',
  label: ({ code }) => ({ from: 'dictionary', code }),
  read: readText,
  toText: (value) => value,
}
