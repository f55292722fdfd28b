import { isReference, isVia } from '../../fields/structure.ts'
import type { Actor, Model } from '../contract.ts'
import { modelField, resolveVia, targetOf, type SqlContext } from './column-sql.ts'

/** Fields that are masked for readers without the permission. */
export type Masks = readonly { readonly key: string; readonly permission: string }[]

/** The fields of rows that are masked or left out. */
export interface Withheld {
  readonly masks: Masks
  /** Names that a role does not see. */
  readonly hidden: ReadonlyMap<string, readonly string[]>
}

/** `110101199003077758` → `110***********7758`; short values are masked completely. */
export function starred(value: string): string {
  if (value.length < 8) return '*'.repeat(value.length)
  return value.slice(0, 3) + '*'.repeat(value.length - 7) + value.slice(-4)
}

/** The permission to read a masked field in full; for one reached through a reference it is the other entity's. */
export function unmaskOf(context: SqlContext, model: Model, key: string): string | undefined {
  const shown = resolveVia(context, model, key)
  const owner = shown?.field.mask ? shown.model : modelField(model, key)?.mask && model
  return owner && `${owner.permission}:unmask`
}

/** Whether a field is hidden from a role: the field itself, the reference it is reached through, or the field it comes from. */
export function isHiddenFrom(context: SqlContext, { model, role }: { model: Model; role: string }, key: string): boolean {
  if (hiddenKeys(model).some(([name, keys]) => name === role && keys?.includes(key))) return true
  const field = modelField(model, key)
  if (!isVia(field)) return false
  if (isHiddenFrom(context, { model, role }, field.by)) return true
  const by = resolveVia(context, model, field.by)
  const target = by && targetOf(context, by.field)
  return target !== undefined && isHiddenFrom(context, { model: target, role }, field.field)
}

const hiddenKeys = (model: Model) => Object.entries(model.entity.access.hidden ?? {})

/** For each role, the names of these fields and of their texts that it does not see; roles that see everything are left out. */
export function hiddenOf(context: SqlContext, model: Model, keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const roles = new Set([...context.models.values()].flatMap((each) => hiddenKeys(each).map(([role]) => role)))
  const namesOf = (key: string): string[] => {
    const field = modelField(model, key)
    return [key, `${key}_dictText`, ...(field?.also ? [field.also] : []), ...(isReference(field) && field.text ? [field.text] : [])]
  }
  const hidden = [...roles].map(
    (role) => [role, keys.filter((key) => isHiddenFrom(context, { model, role }, key)).flatMap(namesOf)] as const,
  )
  return new Map(hidden.filter(([, names]) => names.length > 0))
}

/** Nobody may filter or sort by a field that is masked or hidden for them: both would reveal it character by character. */
export function isWithheldFrom(context: SqlContext, { model, actor }: { model: Model; actor: Actor }, key: string): boolean {
  const permission = unmaskOf(context, model, key)
  return (permission !== undefined && !actor.permissions.has(permission)) || isHiddenFrom(context, { model, role: actor.role }, key)
}
