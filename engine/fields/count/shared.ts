import type { SharedField } from '../contract.ts'

/** Counted by the server, so nothing is refused: whatever a client sends is never stored. */
export const count: SharedField<'count'> = {
  title: '数量',
  kind: () => 'integer',
  matches: ['exact', 'range'],
  read: (value) => ({ value: typeof value === 'number' ? value : null }),
  toText: String,
}
