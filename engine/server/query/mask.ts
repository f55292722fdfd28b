import type { WireRow } from '../../schema/index.ts'
import type { Actor, Model } from '../contract.ts'
import { fieldOf, resolveVia, type Catalog } from './column-sql.ts'

/** Fields that leave starred for who lacks the permission. */
export type Masks = readonly { readonly key: string; readonly permission: string }[]

/** `110101199003077758` → `110***********7758`; short values are hidden whole. */
export function starred(value: string): string {
  if (value.length < 8) return '*'.repeat(value.length)
  return value.slice(0, 3) + '*'.repeat(value.length - 7) + value.slice(-4)
}

/** The permission to read a starred field whole; one reached through a reference is the other entity's to show. */
export function unmaskOf(catalog: Catalog, model: Model, key: string): string | undefined {
  const shown = resolveVia(catalog, model, key)
  const owner = shown?.field.mask ? shown.model : fieldOf(model, key)?.mask && model
  return owner && `${owner.permission}:unmask`
}

/** Whoever sees a field starred may neither filter nor sort by it: both would spell it out sign by sign. */
export function isStarredFor(catalog: Catalog, at: { model: Model; actor: Actor }, key: string): boolean {
  const permission = unmaskOf(catalog, at.model, key)
  return permission !== undefined && !at.actor.permissions.has(permission)
}

/** Star the marked fields of rows that leave for somebody who may not read them whole. */
export function maskRows(masks: Masks, rows: WireRow[], actor: Actor): WireRow[] {
  for (const { key, permission } of masks) {
    if (actor.permissions.has(permission)) continue
    for (const row of rows) {
      const value = row[key]
      if (typeof value === 'string') row[key] = starred(value)
    }
  }
  return rows
}
