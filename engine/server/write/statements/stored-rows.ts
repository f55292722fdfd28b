import { sql } from 'kysely'
import type { WireRow } from '../../../schema/index.ts'
import type { Actor, Model, Tx } from '../../contract.ts'
import { chunksOf } from '../../chunks.ts'
import type { SqlContext } from '../../query/column-sql.ts'
import { visibleSql } from '../../query/row-scope.ts'

interface StoredRequest {
  readonly model: Model
  readonly ids: readonly string[]
  /** Whose scope limits the rows; nobody's if the server itself reads. */
  readonly actor?: Actor
  readonly binned?: boolean
  /** Include rows of the table that do not belong to this sub-entity. */
  readonly anyOfTable?: boolean
  /** Lock the rows until the transaction ends (PostgreSQL; SQLite has one writer). */
  readonly lock?: boolean | 'share'
}

/** Whole stored rows by id, under their wire names; they include secrets, so they must never be sent to clients. */
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
    // A statement that waited for locks sees the rows anew, but its scope was decided before it waited. The second execution applies
    // the scope to the rows as they are now.
    if (locks && scoped) await query.execute(tx)
    for (const row of (await query.execute(tx)).rows) found.set(String(row['id']), row)
  }
  return found
}
