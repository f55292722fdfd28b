import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../contract.ts'

/**
 * An index of the texts of a table by what they contain, over the three characters that begin at each place; one or two are found as
 * their beginning, and two more at the end let every character begin three. PostgreSQL: a GIN index. SQLite: an FTS5 table; rows go there
 * some at a time, because a single one costs more than all else that its write does, and until then their places are kept beside it.
 */
export interface TextIndex {
  readonly table: string
  readonly columns: readonly string[]
}

/** So many rows are taken into the FTS5 table at once. */
const TAKEN_AT_ONCE = 200
/**
 * After each time so many pages of it are merged with others. By itself it merges seldom and then for a second and more, in which nobody is
 * answered; in steps it takes no longer as a whole.
 */
const MERGED_AT_ONCE = 32

export const textIndexName = (table: string): string => `text_${table}`

/** The names of what SQLite has for the index. */
export const textIndexParts = (table: string) => {
  const name = textIndexName(table)
  return { grams: name, terms: `${name}_terms`, recent: `${name}_recent` }
}

const joined = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...parts], sql` || `)

/** All texts of a row as one, without capital letters as far as `like` disregards them; a sign that nobody types between them, two at the end. */
function textsSql(columns: readonly string[], dialect: Database['dialect']): RawBuilder<unknown> {
  const between = dialect === 'postgres' ? sql`chr(1)` : sql`char(1)`
  const parts = columns.map((column) => {
    const text = sql.ref(column)
    return dialect === 'postgres' ? sql`lower(coalesce(${text}, '') collate "C")` : sql`lower(coalesce(${text}, ''))`
  })
  return joined([...parts.flatMap((part) => [part, between]), between])
}

/** What the index of PostgreSQL holds of a row. */
const startsSql = ({ columns }: TextIndex): RawBuilder<unknown> => sql`text_starts(${textsSql(columns, 'postgres')})`

/** No value of PostgreSQL can hold the entries of a longer text; `check-schemas` expects a `max` of every text that is searched. */
const MOST_SIGNS = 50_000

/**
 * Costly in the planner's eyes, so that it is asked of the index and never of every row, and unsafe, so that no further process is
 * started for a few rows. A text is read in parts, because finding a sign means counting from the first one.
 */
const startsFunction = sql`create or replace function text_starts(texts text) returns tsvector
  language plpgsql immutable strict parallel unsafe cost 1000 as $$
    declare
      entries text[] := '{}';
      part text;
    begin
      for part_at in 1 .. least(length(texts), ${sql.lit(MOST_SIGNS)}) by 100 loop
        part := substr(texts, part_at, 102);
        for place in 1 .. least(length(part), 100) loop
          entries := entries || substr(part, place, 3);
        end loop;
      end loop;
      return array_to_tsvector(entries);
    end
  $$`

function createOnPostgres(index: TextIndex): RawBuilder<unknown>[] {
  const name = sql.ref(textIndexName(index.table))
  const table = sql.table(index.table)
  return [
    startsFunction,
    sql`create index ${name} on ${table} using gin ((${startsSql(index)})) with (gin_pending_list_limit = 256)`,
    sql`analyze ${table}`,
  ]
}

/** Take all rows of the table into the FTS5 table. */
const takeIn = ({ table, columns }: TextIndex) =>
  sql`insert into ${sql.table(textIndexParts(table).grams)} (rowid, grams) select rowid, ${textsSql(columns, 'sqlite')} from ${sql.table(table)}`

/** How rows get into the FTS5 table, and its parts into each other. */
function takeInSteps(index: TextIndex): RawBuilder<unknown>[] {
  const parts = textIndexParts(index.table)
  const [grams, recent] = [sql.table(parts.grams), sql.table(parts.recent)]
  const ask = (what: string, value: number) =>
    sql`insert into ${grams} (${sql.ref(parts.grams)}, rank) values (${sql.lit(what)}, ${sql.lit(value)})`
  return [
    ask('automerge', 0),
    sql`create trigger ${sql.ref(`${parts.grams}_taken`)} after insert on ${recent} when new.n >= ${sql.lit(TAKEN_AT_ONCE)} begin
      delete from ${grams} where rowid in (select place from ${recent});
      ${takeIn(index)} where rowid in (select place from ${recent});
      delete from ${recent};
      ${ask('merge', MERGED_AT_ONCE)};
    end`,
  ]
}

function createOnSqlite({ table: name, columns }: TextIndex): RawBuilder<unknown>[] {
  const parts = textIndexParts(name)
  const [grams, recent, table] = [sql.table(parts.grams), sql.table(parts.recent), sql.table(name)]
  const note = (row: 'new' | 'old') => sql`begin insert into ${recent} (place) values (${sql.ref(`${row}.rowid`)}); end`
  const changed = columns.map((column) => sql`${sql.ref(`old.${column}`)} is not ${sql.ref(`new.${column}`)}`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const trigger = (when: string) => sql`create trigger ${sql.ref(`${parts.grams}_${when}`)}`
  return [
    sql`create virtual table ${grams}
      using fts5(grams, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')`,
    sql`create virtual table ${sql.table(parts.terms)} using fts5vocab(${grams}, instance)`,
    sql`create table ${recent} (n integer primary key, place integer not null)`,
    ...takeInSteps({ table: name, columns }),
    takeIn({ table: name, columns }),
    sql`${trigger('added')} after insert on ${table} ${note('new')}`,
    sql`${trigger('removed')} after delete on ${table} ${note('old')}`,
    sql`${trigger('changed')} after update of ${names} on ${table} when ${sql.join(changed, sql` or `)} ${note('new')}`,
  ]
}

/** The statements that make the index, and fill it with the rows that are there. */
export const createTextIndex = (index: TextIndex, dialect: Database['dialect']): RawBuilder<unknown>[] =>
  dialect === 'postgres' ? createOnPostgres(index) : createOnSqlite(index)

/** Make anew what has another form than when the index was made: on PostgreSQL its entries, on SQLite how rows get there. */
export const renewTextIndex = (index: TextIndex, dialect: Database['dialect']): RawBuilder<unknown>[] =>
  dialect === 'postgres'
    ? [...dropTextIndex(index.table, dialect), ...createOnPostgres(index)]
    : [sql`drop trigger if exists ${sql.ref(`${textIndexName(index.table)}_taken`)}`, ...takeInSteps(index)]

export function dropTextIndex(table: string, dialect: Database['dialect']): RawBuilder<unknown>[] {
  const { grams, terms, recent } = textIndexParts(table)
  if (dialect === 'postgres') return [sql`drop index if exists ${sql.ref(grams)}`]
  return [
    ...['added', 'removed', 'changed'].map((when) => sql`drop trigger if exists ${sql.ref(`${grams}_${when}`)}`),
    ...[terms, recent, grams].map((name) => sql`drop table if exists ${sql.table(name)}`),
  ]
}

/** The text as the index holds it, in characters. */
const signsOf = (text: string): string[] => [...text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()).toWellFormed()]

/** More would name hardly fewer rows, which are compared with the whole text anyway, and no database takes any number of them. */
const MOST_GRAMS = 100

/** The characters that follow each other at the beginning of a text, three at a time; all of them if there are fewer. Not empty. */
export function gramsOf(text: string): readonly [string, ...string[]] {
  const signs = signsOf(text)
  const grams = signs.slice(2, 2 + MOST_GRAMS).map((_, place) => signs.slice(place, place + 3).join(''))
  const [first = signs.join(''), ...rest] = new Set(grams)
  return [first, ...rest]
}

/** On PostgreSQL: whether the index holds the text, as a condition of the table's rows. */
export function holdsText(index: TextIndex, text: string): RawBuilder<unknown> {
  const quoted = gramsOf(text).map((gram) => `'${gram.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${isWhole(gram) ? '' : ':*'}`)
  return sql`${startsSql(index)} @@ cast(${quoted.join(' & ')} as tsquery)`
}

export const isWhole = (gram: string): boolean => [...gram].length === 3

/** Whether the index can find the text: every row holds the empty one, no database reads beyond a NUL, and one sign stands between texts. */
export const isIndexable = (text: string): boolean => text !== '' && !text.includes('\0') && !text.includes('\u0001')
