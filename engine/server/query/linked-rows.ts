import { sql } from 'kysely'
import type { WireRow } from '../../schema/index.ts'
import type { Database, Model } from '../contract.ts'
import { columnSql, isOwnColumn, type SqlContext } from './column-sql.ts'
import { UNHEARD_LIFETIME } from './read-cache.ts'
import type { SelectList } from './select-sql.ts'

/** Tables with no more rows are kept. */
const MOST_ROWS = 1000
/** A table that was written so recently (milliseconds) is joined: it may be written again at once. */
const QUIET = 1000
/** How long (milliseconds) a choice is not made again, unless something is written. */
const CHOSEN_FOR = 500
/** How long (milliseconds) a table with more rows is not asked again. */
const LARGE_FOR = 60_000

type Rows = ReadonlyMap<unknown, Readonly<Record<string, unknown>>>

/** One table's rows, as far as a selection reads them. */
interface Kept {
  readonly rows: Rows
  readonly version: number
  readonly at: number
}

/** A joined table of a selection whose rows may be kept. */
interface Link {
  readonly alias: string
  readonly model: Model
  /** The column of its rows that the reference names. */
  readonly column: string
  /** The column of the selection that holds the reference. */
  readonly by: string
  /** The keys of the rows that the selection shows, and as what. */
  readonly cells: readonly { readonly key: string; readonly name: string }[]
}

/** The links of a selection, those that others go through first. Without `by` a row cannot be found from what the selection reads. */
function linksOf({ joins, places }: SelectList): Link[] {
  const nameOf = (alias: string, key: string) => places.find(({ place }) => place.alias === alias && place.key === key)?.name
  return [...joins].flatMap(([alias, { pointed }]) => {
    const by = pointed && nameOf(pointed.by.alias, pointed.by.key)
    const shown = places.filter(({ place }) => place.alias === alias)
    if (!pointed || by === undefined || !shown.every(({ place }) => isOwnColumn(place))) return []
    const cells = shown.map(({ name, place }) => ({ key: place.key, name }))
    return [{ alias, model: pointed.model, column: pointed.column, by, cells }]
  })
}

/** What is read from the database for a selection, and what is added afterwards. */
export interface Chosen {
  readonly selection: SelectList
  /** Distinguishes the statement from those that join other tables. */
  readonly name: string
  /** Put the kept values into the rows; false if what was kept is out of date by now, so that the rows are to be read with all joins. */
  complete(rows: WireRow[]): boolean
}

/** Put what the rows show of the rows that they point to into them; answers whether all of those were there. */
function putInto(rows: WireRow[], { by, cells }: Link, { rows: all }: Kept): boolean {
  let isWhole = true
  for (const row of rows) {
    const named = row[by]
    if (named === null || named === undefined) continue
    const linked = all.get(named)
    if (linked) for (const cell of cells) row[cell.name] = linked[cell.key]
    else isWhole = false
  }
  return isWhole
}

/** With all its joins. */
export const wholly = (selection: SelectList): Chosen => ({ selection, name: '', complete: () => true })

interface Choice {
  readonly chosen: Chosen
  readonly found: readonly (readonly [Link, Kept])[]
  readonly until: number
}

/** What is needed to keep rows; without `versions`, as in an open transaction, none are. */
export interface LinkContext extends SqlContext {
  readonly db: Partial<Pick<Database, 'rows' | 'versions'>> & Pick<Database, 'read'>
}

/**
 * The rows of small tables that others point to, such as semesters and courses: joining them costs as much as reading a page. They are
 * kept whole until their table is written, on PostgreSQL for 2 s at most.
 */
export class LinkedRows {
  readonly #kept = new Map<string, Kept>()
  readonly #loading = new Set<string>()
  readonly #large = new Map<string, number>()
  readonly #links = new WeakMap<SelectList, readonly Link[]>()
  readonly #choices = new WeakMap<SelectList, Choice>()
  readonly #reduced = new WeakMap<SelectList, Map<string, SelectList>>()

  /** The selection without the tables whose rows are kept. */
  choose(context: LinkContext, selection: SelectList): Chosen {
    const { versions } = context.db
    if (!versions) return wholly(selection)
    const now = performance.now()
    const known = this.#choices.get(selection)
    if (known && now < known.until && known.found.every(([{ model }, { version }]) => versions.of(model.table) === version))
      return known.chosen
    const found = this.#find(context, selection)
    const chosen = this.#chosen(context, selection, found)
    const oldest =
      context.dialect === 'postgres' ? Math.min(...[...found.values()].map(({ at }) => at + UNHEARD_LIFETIME)) : now + CHOSEN_FOR
    this.#choices.set(selection, { chosen, found: [...found], until: Math.min(now + CHOSEN_FOR, oldest) })
    return chosen
  }

  #chosen(context: LinkContext, selection: SelectList, found: ReadonlyMap<Link, Kept>): Chosen {
    const { versions } = context.db
    if (!versions || !found.size) return wholly(selection)
    const name = [...found.keys()].map(({ alias }) => alias).join()
    return {
      selection: this.#without(selection, name, found),
      name,
      complete: (rows) => {
        for (const [link, kept] of found) {
          const isCurrent = versions.of(link.model.table) === kept.version
          const isWhole = isCurrent && putInto(rows, link, kept)
          // What is missing was added by another node, which can be on PostgreSQL only.
          if (!isCurrent || (!isWhole && context.dialect === 'postgres')) return false
        }
        return true
      },
    }
  }

  /** The links whose rows are kept, but for those that are needed on the way to other tables. */
  #find(context: LinkContext, selection: SelectList): ReadonlyMap<Link, Kept> {
    const links = this.#links.get(selection) ?? linksOf(selection)
    this.#links.set(selection, links)
    const found = new Map<Link, Kept>()
    for (const link of links) {
      const kept = this.#keptOf(context, link)
      if (kept) found.set(link, kept)
    }
    const isKept = (alias: string) => [...found.keys()].some((link) => link.alias === alias)
    const staying = new Set<string>()
    for (const first of selection.joins.keys())
      if (!isKept(first))
        for (let alias: string | undefined = first; alias !== undefined; alias = selection.joins.get(alias)?.pointed?.by.alias)
          staying.add(alias)
    return new Map([...found].filter(([{ alias }]) => !staying.has(alias)))
  }

  #keptOf(context: LinkContext, link: Link): Kept | undefined {
    const { model, column, cells } = link
    const { versions } = context.db
    const name = JSON.stringify([model.name, column, ...cells.map(({ key }) => key)])
    const kept = this.#kept.get(name)
    const now = performance.now()
    const isShared = context.dialect === 'postgres'
    if (kept && kept.version === versions?.of(model.table) && !(isShared && now - kept.at > UNHEARD_LIFETIME)) return kept
    const isLarge = now - (this.#large.get(name) ?? Number.NEGATIVE_INFINITY) < LARGE_FOR
    if (!versions || isLarge || this.#loading.has(name) || versions.quietFor(model.table) < QUIET) return undefined
    return this.#load(context, link, name)
  }

  #load(context: LinkContext, { model, column, cells }: Link, name: string): Kept | undefined {
    const { rows, versions, read } = context.db
    if (!rows || !versions) return undefined
    const version = versions.of(model.table)
    const at = performance.now()
    const keys = [...new Set(cells.map(({ key }) => key))]
    const columns = keys.map((key) => sql`${columnSql(context, new Map(), { model, alias: 't', key })} as ${sql.ref(key)}`)
    const named = sql`${sql.ref(`t.${column}`)} as ${sql.ref('named by')}`
    const query = sql`select ${sql.join([named, ...columns])} from ${sql.table(model.table)} as t limit ${MOST_ROWS + 1}`.compile(read)
    const keep = (all: Record<string, unknown>[]): Kept | undefined => {
      this.#loading.delete(name)
      const byName = new Map(all.map((row) => [row['named by'], row]))
      if (all.length > MOST_ROWS || byName.size < all.length) {
        this.#large.set(name, at)
        this.#kept.delete(name)
        return undefined
      }
      const kept = { rows: byName, version, at }
      this.#kept.set(name, kept)
      return kept
    }
    const answer = rows<Record<string, unknown>>(query, { steady: true, brief: true })
    if (!(answer instanceof Promise)) return keep(answer)
    this.#loading.add(name)
    answer.then(keep, () => this.#loading.delete(name))
    return undefined
  }

  #without(selection: SelectList, name: string, found: ReadonlyMap<Link, Kept>): SelectList {
    const known = this.#reduced.get(selection) ?? new Map<string, SelectList>()
    this.#reduced.set(selection, known)
    const made = known.get(name)
    if (made) return made
    const gone = new Set([...found.keys()].map(({ alias }) => alias))
    const reduced: SelectList = {
      ...selection,
      joins: new Map([...selection.joins].filter(([alias]) => !gone.has(alias))),
      columns: selection.columns.map((column, index) => {
        const at = selection.places[index]
        return at && gone.has(at.place.alias) ? sql`null as ${sql.ref(at.name)}` : column
      }),
    }
    known.set(name, reduced)
    return reduced
  }
}
