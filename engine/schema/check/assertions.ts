import { choicesOf, isNumeric } from '../../fields/shared.ts'
import { isVia } from '../../fields/structure.ts'
import type { AnyEntity, FieldDef } from '../index.ts'
import { suggest } from '../suggest.ts'

/** Names that only the application knows. Kinds of names that are missing here are not checked. */
export interface KnownNames {
  readonly domain?: readonly string[]
  readonly menuGroup?: readonly string[]
  readonly screen?: readonly string[]
  readonly panel?: readonly string[]
  readonly dictionary?: readonly string[]
  readonly scope?: readonly string[]
  readonly topic?: readonly string[]
  readonly derive?: readonly string[]
  readonly role?: readonly string[]
}

/** What the checks of one entity work with, and where they report problems. */
export interface Check {
  readonly entity: AnyEntity
  readonly entities: ReadonlyMap<string, AnyEntity>
  readonly names: KnownNames
  /** `path` is below the entity: `fields.courseId.show`. */
  say(path: string, problem: string): void
}

/** Wire name of an entity's primary key. */
export const primaryKeyOf = (entity: AnyEntity): string => entity.id ?? 'id'

export const fieldOf = (entity: AnyEntity, key: string): FieldDef | undefined =>
  Object.hasOwn(entity.fields, key) ? entity.fields[key] : undefined

/** Whether the field is hidden from any role. */
export const isHidden = ({ access }: AnyEntity, key: string): boolean =>
  Object.values(access.hidden ?? {}).some((keys) => keys?.includes(key))

/** Report a word that is not one of the known ones, with the one that was probably meant. */
export function requireKnown(
  check: Check,
  path: string,
  word: string,
  { words, what }: { words: Iterable<string>; what: string },
): boolean {
  const all = [...words]
  if (all.includes(word)) return true
  const meant = suggest(word, all)
  check.say(path, `there is no ${what} "${word}"${meant ? `, did you mean "${meant}"?` : all.length ? `; known: ${all.join(', ')}` : ''}`)
  return false
}

/** The field of this entity with that name; reports a problem if there is none. */
export function ownField(check: Check, path: string, key: string): FieldDef | undefined {
  requireKnown(check, path, key, { words: Object.keys(check.entity.fields), what: 'field' })
  return fieldOf(check.entity, key)
}

/** The entity with that name; reports a problem if there is none. */
export function otherEntity(check: Check, path: string, name: string): AnyEntity | undefined {
  requireKnown(check, path, name, { words: check.entities.keys(), what: 'entity' })
  return check.entities.get(name)
}

/** Report every value that occurs twice. */
export function requireDistinct(check: Check, path: string, values: readonly string[]): void {
  const seen = new Set<string>()
  for (const value of values) {
    if (seen.has(value)) check.say(path, `"${value}" is listed twice, list it once`)
    seen.add(value)
  }
}

/** Report a value that the field cannot have; only closed lists of choices can be checked. */
export function requireFit(check: Check, path: string, { field, value }: { field: FieldDef; value: string | number }): void {
  if (isVia(field)) return
  const choices = choicesOf(field)
  const isNumber = choices ? choices.some((choice) => choice.value === Number(value)) : isNumeric(field)
  if (choices && !requireKnown(check, path, String(value), { words: choices.map((choice) => String(choice.value)), what: 'option' })) return
  if (isNumber === (typeof value === 'number')) return
  const kind = isNumber ? 'number' : 'text'
  if (choices) check.say(path, `option ${JSON.stringify(value)} travels as a ${kind}, write it so`)
  else check.say(path, `a ${field.type} is compared with ${kind === 'number' ? 'numbers' : kind}, not with ${JSON.stringify(value)}`)
}
