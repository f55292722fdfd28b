import { isStored } from '../../fields/computed.ts'
import { choicesOf, labelSource, matchesOf } from '../../fields/shared.ts'
import { isPointer, isVia } from '../../fields/structure.ts'
import type { AnyEntity, FieldDef } from '../index.ts'
import { fieldOf } from './assertions.ts'

/** Fields with so few values that an index would not help. */
const hasFewValues = (field: FieldDef): boolean => choicesOf(field) !== undefined || labelSource(field)?.from === 'dictionary'

/** Columns that lead an index of their own: unique keys, references, `index`, `indexes` and the default sort. */
function leading(entity: AnyEntity): Set<string> {
  const found = new Set<string>((entity.indexes ?? []).flatMap(([first]) => (first === undefined ? [] : [first])))
  if (entity.list.sort) found.add(entity.list.sort.by)
  for (const [key, field] of Object.entries(entity.fields)) {
    if (typeof field.unique === 'object') found.add(field.unique.within[0] ?? key)
    else if (field.unique !== undefined || field.index || isPointer(field)) found.add(key)
  }
  return found
}

/**
 * The key by which an import finds its rows, if none of its fields leads an index: each batch of a sheet would then scan the whole
 * table.
 */
function unindexedKey(entity: AnyEntity, indexed: ReadonlySet<string>): string[] {
  const { matchOn = [] } = entity.import ?? {}
  return matchOn.length > 0 && !matchOn.some((key) => indexed.has(key)) ? [`import.matchOn (${matchOn.join(', ')})`] : []
}

/**
 * Stored fields that lists filter exactly or by range, or sort by, and that lead no index, and texts that are searched by what they
 * contain where no index of texts can be, as in tables that only the application writes: worth a look when the table grows.
 */
export function unindexed(entity: AnyEntity): string[] {
  const indexed = leading(entity)
  const lists = [entity.list, ...Object.values(entity.lists ?? {})]
  const filters = lists.flatMap(({ filters: given = [] }) =>
    given.map((filter) => (typeof filter === 'string' ? { field: filter } : filter)),
  )
  const byContent = filters.filter(({ field: key, match }) => {
    const field = fieldOf(entity, key)
    return field !== undefined && (match ?? matchesOf(field)[0]) === 'contains'
  })
  const searched = filters.filter((filter) => !byContent.includes(filter)).map(({ field }) => field)
  const alone = [...searched, ...lists.flatMap(({ sort }) => (sort ? [sort.by] : []))].filter((key) => {
    const field = fieldOf(entity, key)
    return field !== undefined && isStored(field) && !hasFewValues(field) && !indexed.has(key)
  })
  const scanned = byContent
    .map(({ field }) => field)
    .filter((key) => {
      const field = fieldOf(entity, key)
      return field !== undefined && (entity.source !== undefined || (!isStored(field) && !isVia(field)))
    })
  return [...new Set([...alone, ...scanned]), ...unindexedKey(entity, indexed)]
}
