import type { SharedField } from '../contract.ts'
import { messages } from '../messages.ts'
import { readText } from '../parts/read-text.ts'

const LONGEST = 64

export const icon: SharedField<'icon'> = {
  title: '图标',
  matches: ['exact'],
  read: readText,
  check: (value, { label }) => (/^[a-z][a-z0-9-]*$/.test(value) && value.length <= LONGEST ? undefined : messages.format(label)),
  toText: (value) => value,
}
