import type { SharedField } from '../contract.ts'
import { readText } from '../parts/read-text.ts'

export const treeReference: SharedField<'treeReference'> = {
  title: '树形关联',
  label: () => ({ from: 'rows' }),
  read: readText,
  toText: (value) => value,
}
