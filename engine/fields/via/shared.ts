import type { SharedField } from '../contract.ts'

/** Read-only. Anything that a client sends is accepted, but never stored. */
export const via: SharedField<'via'> = {
  title: '来自关联',
  matches: ['exact', 'contains', 'range'],
  read: (value) => ({ value: typeof value === 'string' || typeof value === 'number' ? value : null }),
  toText: String,
}
