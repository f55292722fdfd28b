import type { SharedField } from '../contract.ts'
import { checkText, readText } from '../read-text.ts'

export const longText: SharedField<'longText'> = { title: '长文本', read: readText, check: checkText, toText: (value) => value }
