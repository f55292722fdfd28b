import type { SharedField } from '../contract.ts'
import { readList } from '../read-text.ts'

export const multiReference: SharedField<'multiReference'> = { title: '多项关联', read: readList, toText: (value) => value }
