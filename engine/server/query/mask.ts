import type { WireRow } from '../../schema/index.ts'
import type { Actor } from '../contract.ts'
import type { Selection } from './select-sql.ts'

/** `110101199003077758` → `110***********7758`; short values are hidden whole. */
export function starred(value: string): string {
  if (value.length < 8) return '*'.repeat(value.length)
  return value.slice(0, 3) + '*'.repeat(value.length - 7) + value.slice(-4)
}

/** Star the marked fields of rows that leave for somebody who may not read them whole. */
export function maskRows({ masks }: Selection, rows: WireRow[], actor: Actor): WireRow[] {
  for (const { key, permission } of masks) {
    if (actor.permissions.has(permission)) continue
    for (const row of rows) {
      const value = row[key]
      if (typeof value === 'string') row[key] = starred(value)
    }
  }
  return rows
}
