import { sql } from 'kysely'
import sumBy from 'lodash-es/sumBy.js'
import type { Dialect } from '../../fields/contract.ts'
import type { WireRow } from '../../schema/index.ts'
import { isOwnColumn } from './column-sql.ts'
import type { KnownStatements, Readers } from '../database/known-statements.ts'
import { behindSql, boundOf, hasEmpty, isSeekable, placeOf, sortColumns, withoutPlaces, type RowPlace } from './keyset.ts'
import type { Chosen } from './linked-rows.ts'
import type { Listing } from './list-plan.ts'
import { idsFirstSql, type Prepared } from './page-sql.ts'
import type { Order } from './sort.ts'

/** Of one list no more are remembered. */
const MOST_STARTS = 100
/** From a start so many rows are skipped, which takes no time that others notice. */
const MOST_SKIPPED = 200
/** A text is sorted by a key of some eight signs for each Chinese one; longer places would fill the memory. */
const LONGEST_PLACE = 400

/** The row before the one at an offset. */
interface PageStart {
  readonly offset: number
  readonly place: RowPlace
}

const lengthOf = ({ values }: RowPlace): number => sumBy(values, (value) => (typeof value === 'string' ? value.length : 1))

/** Where pages of one list start, as far as they were read while nobody wrote. */
export class PageStarts {
  readonly order: Order
  /** The latest last. */
  readonly #starts: PageStart[] = []

  constructor(order: Order) {
    this.order = order
  }

  /** The nearest start that is not behind the offset; undefined if none is near. */
  nearestTo(offset: number): PageStart | undefined {
    let nearest: PageStart | undefined
    let skipped = MOST_SKIPPED
    for (const start of this.#starts) {
      const between = offset - start.offset
      if (between < 0 || between > skipped) continue
      nearest = start
      skipped = between
    }
    return nearest
  }

  /** Remember that the rows from an offset on come after this row. */
  add(offset: number, row: WireRow): void {
    const place = placeOf(this.order, row)
    if (hasEmpty(place) || lengthOf(place) > LONGEST_PLACE || this.#starts.some((start) => start.offset === offset)) return
    this.#starts.push({ offset, place })
    if (this.#starts.length > MOST_STARTS) this.#starts.shift()
  }
}

interface FarContext {
  readonly db: Readers
  readonly dialect: Dialect
  readonly statements: KnownStatements
}

interface FarPage {
  readonly listing: Listing
  readonly chosen: Chosen
  readonly size: number
  readonly from: number
  preparedWith(values: readonly unknown[]): Prepared
}

/**
 * Whether pages can start behind a row that is known: its sort values say where, they follow from the tables that the list reads, and no
 * filter without an index excludes one row after the other from there on.
 */
export const canStartBehind = ({ model, sort, unindexed }: Listing, { order, joins }: Prepared): boolean =>
  unindexed.length === 0 &&
  isSeekable(order) &&
  sort.every(({ key }) => isOwnColumn({ model, alias: 't', key })) &&
  [...joins.values()].every(({ table }) => table !== undefined)

/**
 * The rows of a page far from the first. Instead of skipping all rows before it, the read starts behind a row nearby whose place was
 * learned by reading another page, and learns the places of the row before this page and of its last one.
 */
export async function farRows(context: FarContext, starts: PageStarts, page: FarPage): Promise<WireRow[]> {
  const { listing, chosen, size, from, preparedWith } = page
  const { equal, model } = listing
  const start = starts.nearestTo(from)
  const lead = start?.offset === from ? 0 : 1
  const rows = await context.statements.rows<WireRow>(context.db, {
    shape: listing.shape && `${listing.shape}/${start ? 'behind' : 'skipping'}/${chosen.name}`,
    values: [...equal.values(), ...(start ? boundOf(starts.order, start.place) : []), size + lead, from - (start?.offset ?? 0) - lead],
    build: (values) => {
      const all = preparedWith(values)
      const prepared = start ? { ...all, where: [...all.where, behindSql(all.order, values.slice(equal.size, -2))] } : all
      const columns = [...chosen.selection.columns, ...sortColumns(all.order)]
      const [limit, offset] = values.slice(-2)
      const asked = { model, selection: { ...chosen.selection, columns } }
      return { query: idsFirstSql(asked, prepared, sql` limit ${limit} offset ${offset}`, context.dialect) }
    },
  })
  const rowBefore = lead ? rows.shift() : undefined
  if (rowBefore) starts.add(from, rowBefore)
  const end = rows.at(-1)
  if (end && rows.length === size) starts.add(from + size, end)
  withoutPlaces(starts.order, rows)
  return rows
}
