import type { SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { readText } from '../parts/read-text.ts'

export const dictionary: SharedField<'dictionary'> = {
  title: '字典',
  label: ({ code }) => ({ from: 'dictionary', code }),
  coded: ({ code, label }) => [{ code, strayIn: (value, isKnown) => (isKnown(String(value)) ? undefined : messages.unlisted(label)) }],
  read: readText,
  toText: (value) => value,
}
