import { sql } from 'kysely'
import type { WireRow } from '../../../schema/index.ts'
import type { Actor, Model, Tx } from '../../contract.ts'
import { chunksOf } from '../../chunks.ts'
import type { SqlContext } from '../../query/column-sql.ts'
import { visibleSql } from '../../query/row-scope.ts'

interface StoredRequest {
  readonly model: Model
  readonly ids: readonly string[]
  /** Whose scope limits the rows; none when the server itself asks. */
  readonly actor?: Actor
  readonly binned?: boolean
  /** Rows of the table that are not of this sub-entity too. */
  readonly anyOfTable?: boolean
  /** Hold the rows until the transaction ends (PostgreSQL; SQLite has one writer). */
  readonly lock?: boolean | 'share'
}

/** Whole stored rows by id, as the database holds them under their wire names; secrets included, so never to be answered. */
export async function storedRows(context: SqlContext, tx: Tx, request: StoredRequest): Promise<Map<string, WireRow>> {
  const { model, actor } = request
  const columns = [
    sql`${sql.ref(`t.${model.idColumn}`)} as id`,
    sql`t.version as version`,
    sql`t.update_by as "updateBy"`,
    sql`t.update_time as "updateTime"`,
  ]
  for (const { key, column } of model.stored) columns.push(sql`${sql.ref(`t.${column}`)} as ${sql.ref(key)}`)
  const { limits, scoped } = visibleSql(context, { ...request, actor, db: tx })
  const locks = request.lock && context.dialect === 'postgres'
  const lock = locks ? sql.raw(request.lock === 'share' ? ' for share of t' : ' for update of t') : sql``
  const found = new Map<string, WireRow>()
  for (const ids of chunksOf(request.ids)) {
    const where = sql.join([sql`${sql.ref(`t.${model.idColumn}`)} in (${sql.join(ids)})`, ...limits], sql` and `)
    const query = sql<WireRow>`select ${sql.join(columns)} from ${sql.table(model.table)} as t where ${where} order by 1${lock}`
    // A statement that waited for its locks has seen the rows anew, but judged the scope by what held before it waited.
    if (locks && scoped) await query.execute(tx)
    for (const row of (await query.execute(tx)).rows) found.set(String(row['id']), row)
  }
  return found
}
