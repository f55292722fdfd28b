import type { SharedField } from '../contract.ts'
import { readText } from '../parts/read-text.ts'

export const reference: SharedField<'reference'> = {
  title: '关联',
  label: () => ({ from: 'rows' }),
  read: readText,
  toText: (value) => value,
}
