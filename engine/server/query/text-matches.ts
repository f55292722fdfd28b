import { LRUCache } from 'lru-cache'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database, Reader } from '../contract.ts'
import { snakeCase } from '../model/model.ts'
import { gramsOf, holdsText, isIndexable, isWhole, textIndexParts } from '../tables/text-index.ts'
import type { FieldPlace, SqlContext } from './column-sql.ts'
import { LinkMatches } from './link-matches.ts'
import { never } from './where.ts'

/** Rows that hold a text are looked up by their ids if there are no more. */
const MOST_FOUND = 5000
/** A row that others point to may stand for many of them. */
const MOST_POINTED_TO = 200
/** So many entries of one or two characters are read; a row has one for each place at which they stand. */
const MOST_READ = 20_000

/** The rows of a table in which the index finds one of these texts; they hold them, or letters in another order. */
interface Sought {
  readonly table: string
  readonly texts: readonly string[]
}

/** What identifies a row: its id, on SQLite its row number. */
type Row = string | number

/** The next text after all those that begin with this one; undefined after the last character there is. */
function beyond(text: string): string | undefined {
  const signs = [...text]
  const last = signs.pop()?.codePointAt(0) ?? 0x10ffff
  return last === 0x10ffff ? undefined : signs.join('') + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1)
}

/** On SQLite: rows with all of these three characters, or with entries that begin with fewer; and the rows not taken in yet. */
async function findOnSqlite(db: Reader, table: string, text: string): Promise<readonly Row[] | undefined> {
  const { grams, terms, recent } = textIndexParts(table)
  const [first, ...rest] = gramsOf(text)
  const end = beyond(first)
  if (end === undefined) return undefined
  const asked = [first, ...rest].map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ')
  const most = isWhole(first) ? MOST_FOUND : MOST_READ
  const entries = isWhole(first)
    ? sql`select rowid as place from ${sql.table(grams)} where ${sql.ref(grams)} match ${asked}`
    : sql`select doc as place from ${sql.table(terms)} where term >= ${first} and term < ${end}`
  const { rows } = await sql<{ places: string | null }>`with entry as materialized (${entries} limit ${most + 1})
    select case when n <= ${most} then (
      select json_group_array(distinct place) from (select place from entry union all select place from ${sql.table(recent)})
    ) end as places from (select count(*) as n from entry)`.execute(db)
  const places: readonly number[] | null = JSON.parse(rows[0]?.places ?? 'null')
  return places && places.length <= MOST_FOUND ? places : undefined
}

interface Plan {
  readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[]
}

/** On PostgreSQL: nothing is read if the planner expects too much, as for a text that most rows hold. */
async function findOnPostgres(db: Reader, index: { table: string; columns: readonly string[]; id: string }, text: string) {
  const wanted = sql`from ${sql.table(index.table)} where ${holdsText(index, text)}`
  const { rows: plans } = await sql<Plan>`explain (format json) select 1 ${wanted}`.execute(db)
  const expected = plans[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
  if (expected > MOST_FOUND) return undefined
  const { rows } = await sql<{ place: string }>`select ${sql.ref(index.id)} as place ${wanted} limit ${MOST_FOUND + 1}`.execute(db)
  return rows.length > MOST_FOUND ? undefined : rows.map(({ place }) => place)
}

/** How long (milliseconds) a text that many rows hold is not looked for again: nothing but speed depends on it. */
const COMMON_LIFETIME = 60_000
const MOST_COMMON = 1000

/** Texts that too many rows hold, by what was sought. */
export type CommonTexts = LRUCache<string, true>
export const commonTexts = (): CommonTexts => new LRUCache({ max: MOST_COMMON, ttl: COMMON_LIFETIME })

/** What is needed to ask the indexes of texts. */
export interface TextContext extends Pick<SqlContext, 'models' | 'searched' | 'dialect'> {
  readonly db: Pick<Database, 'read'>
  readonly common: CommonTexts
}

/**
 * The rows that the indexes of texts and relations find for one request. Its conditions are built twice: first to learn what they look for, then,
 * once that is found, with the rows. Where too many hold a text there is nothing to add.
 */
export class TextMatches {
  readonly #context: TextContext
  readonly #sought = new Map<string, Sought>()
  readonly #found = new Map<string, readonly Row[]>()
  #isNarrow = false
  readonly links: LinkMatches

  constructor(context: TextContext, { isCount = false } = {}) {
    this.#context = context
    this.links = new LinkMatches(context, isCount)
  }

  /** Whether a condition names rows, so that reading those costs less than reading all in order. */
  get isNarrow(): boolean {
    return this.#isNarrow || this.links.isNarrow
  }

  /** Narrow a condition that holds only for rows with one of these texts in the field; undefined if that cannot be told. */
  within({ model, alias, key }: FieldPlace, texts: readonly string[]): RawBuilder<SqlBool> | undefined {
    const columns = this.#context.searched.get(model.table) ?? []
    if (!columns.includes(snakeCase(key)) || !texts.length || !texts.every(isIndexable)) return undefined
    const named = JSON.stringify([model.table, ...texts])
    this.#sought.set(named, { table: model.table, texts })
    const rows = this.#found.get(named)
    if (!rows || (alias !== 't' && rows.length > MOST_POINTED_TO)) return undefined
    this.#isNarrow = true
    if (!rows.length) return never
    return this.#context.dialect === 'postgres'
      ? sql<SqlBool>`${sql.ref(`${alias}.${model.idColumn}`)} = any(cast(${rows} as text[]))`
      : sql<SqlBool>`${sql.ref(`${alias}.rowid`)} in (select value from json_each(${JSON.stringify(rows)}))`
  }

  /** Ask for all that was sought; answers whether anything can be narrowed. */
  async find(): Promise<boolean> {
    const { common } = this.#context
    for (const [named, sought] of this.#sought) {
      const rows = common.has(named) ? undefined : await this.#rowsWith(sought)
      if (rows) this.#found.set(named, rows)
      else common.set(named, true)
    }
    return (await this.links.find()) || this.#found.size > 0
  }

  async #rowsWith({ table, texts }: Sought): Promise<readonly Row[] | undefined> {
    const all = new Set<Row>()
    for (const text of texts) {
      const rows = await this.#rowsHolding(table, text)
      for (const row of rows ?? []) all.add(row)
      if (!rows || all.size > MOST_FOUND) return undefined
    }
    return [...all]
  }

  #rowsHolding(table: string, text: string): Promise<readonly Row[] | undefined> {
    const { dialect, db, searched, models } = this.#context
    if (dialect === 'sqlite') return findOnSqlite(db.read, table, text)
    const id = [...models.values()].find((model) => model.table === table)?.idColumn ?? 'id'
    return findOnPostgres(db.read, { table, columns: searched.get(table) ?? [], id }, text)
  }
}
