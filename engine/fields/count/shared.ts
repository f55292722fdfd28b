import type { SharedField } from '../contract.ts'

/** The server counts. Anything that a client sends is accepted, but never stored. */
export const count: SharedField<'count'> = {
  title: '数量',
  kind: () => 'integer',
  matches: ['exact', 'range'],
  read: (value) => ({ value: typeof value === 'number' ? value : null }),
  toText: (value, { says }) => (says ? (value > 0 ? says.some : says.none) : String(value)),
}
