import type { WireRow } from '../../schema/index.ts'
import type { Actor, Model } from '../contract.ts'
import { resolveVia, type Catalog } from './column-sql.ts'

/** `110101199003077758` → `110***********7758`; short values are hidden whole. */
export function starred(value: string): string {
  if (value.length < 8) return '*'.repeat(value.length)
  return value.slice(0, 3) + '*'.repeat(value.length - 7) + value.slice(-4)
}

/** Star the marked fields of rows that leave for somebody who may not read them whole. */
export function maskRows(catalog: Catalog, model: Model, rows: WireRow[], actor: Actor): WireRow[] {
  for (const [key, field] of Object.entries(model.entity.fields)) {
    const shown = field.mask ? { model, field } : resolveVia(catalog, model, key)
    if (!shown?.field.mask || actor.permissions.has(`${shown.model.permission}:unmask`)) continue
    for (const row of rows) {
      const value = row[key]
      if (typeof value === 'string') row[key] = starred(value)
    }
  }
  return rows
}
