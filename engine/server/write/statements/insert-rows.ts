import { sql } from 'kysely'
import type { WireRow } from '../../../schema/index.ts'
import { chunksOf } from '../../chunks.ts'
import type { Database, NewRows } from '../../contract.ts'
import type { KnownStatement } from '../../database/known-statements.ts'

type Dialect = Database['dialect']

/** So many rows of a set go into one statement, if it can hold them; sets of any size then consist of statements that are known. */
export const ROWS_TOGETHER = 50
const MOST_VALUES = 20_000
/** The same where they are one value. */
const MOST_JSON = 500

/** One statement that inserts these rows; only single rows and whole batches come often enough to be kept. */
function insertOf({ name, table, columns }: NewRows, rows: NewRows['rows'], most: number): KnownStatement<WireRow> {
  return {
    shape: rows.length === 1 || rows.length === most ? `insert/${name}/${rows.length}` : undefined,
    values: rows.flat(),
    build: (values) => {
      const lines = rows.map((_, row) => sql`(${sql.join(values.slice(row * columns.length, (row + 1) * columns.length))})`)
      return {
        query: sql<WireRow>`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(lines)}`,
      }
    },
  }
}

/** Looking into each value on the way costs as much as all else, so it is done only where it may be needed. */
const mayBeRefused = (json: string): boolean => /\\u(?:0000|d[89a-f])/.test(json)

/** PostgreSQL stores neither NUL nor half of a character in a text. A row by itself arrives with U+FFFD for the half, and so do these. */
function jsonOf(rows: readonly Record<string, unknown>[]): string {
  const json = JSON.stringify(rows)
  return mayBeRefused(json)
    ? JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value))
    : json
}

/** The rows as one value, because PostgreSQL parses and plans a statement of a thousand values anew each time. */
function insertOfJson({ name, table, columns }: NewRows, rows: NewRows['rows']): KnownStatement<WireRow> {
  const named = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])))
  return {
    shape: `insert/${name}/json`,
    values: [jsonOf(named)],
    build: ([json]) => {
      const names = sql.join(columns.map((column) => sql.ref(column)))
      return {
        query: sql<WireRow>`insert into ${sql.table(table)} (${names}) select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`,
      }
    },
  }
}

/** Insert rows in batches. */
export function insertsOf(set: NewRows, dialect: Dialect): KnownStatement<WireRow>[] {
  if (dialect === 'postgres')
    return chunksOf(set.rows, MOST_JSON).map((rows) => (rows.length > 1 ? insertOfJson(set, rows) : insertOf(set, rows, 1)))
  const most = Math.min(Math.max(1, Math.floor(MOST_VALUES / set.columns.length)), ROWS_TOGETHER)
  return chunksOf(set.rows, most).map((rows) => insertOf(set, rows, most))
}
