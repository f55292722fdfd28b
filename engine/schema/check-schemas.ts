import { isLinked } from '../fields/structure.ts'
import { checkActions } from './check/actions.ts'
import { checkFields } from './check/fields.ts'
import { checkForm, checkLists } from './check/lists.ts'
import type { Check, KnownNames } from './check/assertions.ts'
import { checkEntity } from './check/entity.ts'
import { checkScreens } from './check/screens.ts'
import { checkTreePages } from './check/tree-pages.ts'
import type { AnyEntity } from './index.ts'

export { unindexed } from './check/indexes.ts'
export type { KnownNames } from './check/assertions.ts'

interface Claims {
  readonly problems: string[]
  readonly seen: Map<string, string>
}

/** Two entities may not claim the same name, path or table. */
function claim({ problems, seen }: Claims, thing: string, owner: { name: string; path: string }): void {
  const other = seen.get(thing)
  if (other !== undefined && other !== owner.name)
    problems.push(`${owner.name}.${owner.path}: "${thing}" is taken by ${other}, choose another`)
  seen.set(thing, owner.name)
}

function checkClaims(entities: readonly AnyEntity[], problems: string[]): void {
  const paths: Claims = { problems, seen: new Map() }
  const tables: Claims = { problems, seen: new Map() }
  const names = new Set<string>()
  for (const entity of entities) {
    if (names.has(entity.name)) problems.push(`${entity.name}.name: another entity has the same name, rename one`)
    names.add(entity.name)
    for (const path of [entity.endpoints.base, ...(entity.endpoints.also ?? [])])
      claim(paths, path, { name: entity.name, path: 'endpoints' })
    if (entity.of === undefined) claim(tables, entity.table ?? entity.name, { name: entity.name, path: 'table' })
  }
}

/** A link table may be declared from both sides and by sub-entities, but always with the same meaning. */
function checkLinks(entities: readonly AnyEntity[], problems: string[]): void {
  const meanings = new Map<string, { text: string; by: string }>()
  for (const { name, of, fields } of entities) {
    for (const [key, field] of Object.entries(fields)) {
      if (!isLinked(field)) continue
      const { table, own, other } = field.through
      const text = [`${own} of ${of ?? name}`, `${other} of ${field.to}`].sort().join(' and ')
      const first = meanings.get(table)
      if (first && first.text !== text)
        problems.push(`${name}.fields.${key}.through: ${table} links ${text} here, but ${first.text} in ${first.by}`)
      meanings.set(table, first ?? { text, by: `${name}.${key}` })
    }
  }
}

/**
 * Everything about the schemas that the compiler cannot see, especially references from one to another. All problems at once, each as
 * `entity.path: what is wrong, what to do`; an empty list means that the schemas are valid.
 */
export function problemsOf(entities: readonly AnyEntity[], names: KnownNames = {}): string[] {
  const problems: string[] = []
  const byName = new Map(entities.map((entity) => [String(entity.name), entity]))
  checkClaims(entities, problems)
  checkLinks(entities, problems)
  for (const entity of entities) {
    const say = (path: string, problem: string) => problems.push(`${entity.name}.${path}: ${problem}`)
    const check: Check = { entity, entities: byName, names, say }
    for (const part of [checkFields, checkLists, checkForm, checkActions, checkEntity, checkTreePages, checkScreens]) part(check)
  }
  return [...new Set(problems)]
}
