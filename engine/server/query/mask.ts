import { isReference, isVia } from '../../fields/structure.ts'
import type { Actor, Model } from '../contract.ts'
import { fieldOf, resolveVia, targetOf, type Catalog } from './column-sql.ts'

/** Fields that leave starred for who lacks the permission. */
export type Masks = readonly { readonly key: string; readonly permission: string }[]

/** What rows show starred or not at all. */
export interface Withheld {
  readonly masks: Masks
  /** Names that a role does not see. */
  readonly hidden: ReadonlyMap<string, readonly string[]>
}

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

/** Whether a role sees a field nowhere: it is hidden itself, or reached through something hidden, or hidden where it comes from. */
export function isHiddenFrom(catalog: Catalog, { model, role }: { model: Model; role: string }, key: string): boolean {
  if (hiddenKeys(model).some(([name, keys]) => name === role && keys?.includes(key))) return true
  const field = fieldOf(model, key)
  if (!isVia(field)) return false
  if (isHiddenFrom(catalog, { model, role }, field.by)) return true
  const by = resolveVia(catalog, model, field.by)
  const target = by && targetOf(catalog, by.field)
  return target !== undefined && isHiddenFrom(catalog, { model: target, role }, field.field)
}

const hiddenKeys = (model: Model) => Object.entries(model.entity.access.hidden ?? {})

/** The names in a model's rows, of these fields and their texts, that each role does not see; roles that see all are missing. */
export function hiddenOf(catalog: Catalog, model: Model, keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const roles = new Set([...catalog.models.values()].flatMap((each) => hiddenKeys(each).map(([role]) => role)))
  const namesOf = (key: string): string[] => {
    const field = fieldOf(model, key)
    return [key, `${key}_dictText`, ...(field?.also ? [field.also] : []), ...(isReference(field) && field.text ? [field.text] : [])]
  }
  const hidden = [...roles].map(
    (role) => [role, keys.filter((key) => isHiddenFrom(catalog, { model, role }, key)).flatMap(namesOf)] as const,
  )
  return new Map(hidden.filter(([, names]) => names.length > 0))
}

/** Whoever sees a field starred or not at all may neither filter nor sort by it: both would spell it out sign by sign. */
export function isWithheldFrom(catalog: Catalog, { model, actor }: { model: Model; actor: Actor }, key: string): boolean {
  const permission = unmaskOf(catalog, model, key)
  return (permission !== undefined && !actor.permissions.has(permission)) || isHiddenFrom(catalog, { model, role: actor.role }, key)
}
