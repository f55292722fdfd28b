import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Order } from './sort.ts'

/** A row's place in an order: its sort values and its id. */
export interface RowPlace {
  readonly values: readonly unknown[]
  readonly id: string
}

const sortColumnName = (index: number): string => `_sort${index}`

/** The sort values of each row, to be read along with it. */
export const sortColumns = ({ keys }: Pick<Order, 'keys'>): RawBuilder<unknown>[] =>
  keys.map(({ column }, index) => sql`${column} as ${sql.ref(sortColumnName(index))}`)

/** The place of a row that was read with its sort values. */
export const placeOf = ({ keys }: Pick<Order, 'keys'>, row: Readonly<Record<string, unknown>>): RowPlace => ({
  values: keys.map((_, index) => row[sortColumnName(index)]),
  id: String(row['id']),
})

/** Remove the sort values from rows that are about to leave. */
export function withoutPlaces({ keys }: Pick<Order, 'keys'>, rows: readonly Record<string, unknown>[]): void {
  for (const row of rows) for (const index of keys.keys()) delete row[sortColumnName(index)]
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined

/** Whether all rows behind a place can be reached by one comparison, so that an index can start there; not if nulls come last. */
export const isSeekable = ({ keys, id }: Order): boolean =>
  keys.every(({ ascending, nullable }) => ascending === id.ascending && (ascending || !nullable))

/** Whether a place holds an empty sort value, which no comparison finds. */
export const hasEmpty = ({ values }: RowPlace): boolean => values.some(isEmpty)

/** What one comparison reads of a place; the index of a unique key does not have the id. */
export const boundOf = ({ indexed }: Pick<Order, 'indexed'>, { values, id }: RowPlace): unknown[] =>
  indexed ? [...values] : [...values, id]

/** The rows behind a place that can be reached by one comparison with its values (`isSeekable`, `boundOf`). */
export function behindSql({ keys, id, indexed }: Order, bound: readonly unknown[]): RawBuilder<SqlBool> {
  const columns = [...keys.map(({ column }) => column), ...(indexed ? [] : [id.column])]
  return sql<SqlBool>`(${sql.join(columns)}) ${sql.raw(id.ascending ? '>' : '<')} (${sql.join(bound)})`
}

/**
 * The rows after a place. Nulls sort first ascending and last descending, on both databases.
 * If one comparison does not find them, the bound on the first sort column comes first, so that an index can start there.
 */
export function afterSql(order: Order, place: RowPlace): RawBuilder<SqlBool> {
  if (isSeekable(order) && !hasEmpty(place)) return behindSql(order, boundOf(order, place))
  const { keys, id } = order
  const beyondId = sql.raw(id.ascending ? '>' : '<')
  const rest = sql<SqlBool>`${id.column} ${beyondId} ${place.id}`
  return keys.reduceRight((beyond, { column, ascending, nullable }, index) => {
    const value = place.values[index]
    if (isEmpty(value)) {
      const same = sql<SqlBool>`(${column} is null and ${beyond})`
      return ascending ? sql<SqlBool>`(${same} or ${column} is not null)` : same
    }
    const sign = sql.raw(ascending ? '>' : '<')
    const bound = sql<SqlBool>`(${column} ${sign}= ${value} and (${column} ${sign} ${value} or ${beyond}))`
    return ascending || !nullable ? bound : sql<SqlBool>`(${bound} or ${column} is null)`
  }, rest)
}
