import type { SharedField } from '../contract.ts'
import { checkText, readText } from '../read-text.ts'

export const text: SharedField<'text'> = { title: '文本', read: readText, check: checkText, toText: (value) => value }
