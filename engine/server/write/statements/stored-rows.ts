import { sql, type RawBuilder } from 'kysely'
import type { WireRow } from '../../../schema/index.ts'
import type { Actor, Model, Tx } from '../../contract.ts'
import { chunksOf } from '../../chunks.ts'
import { sendTogether, type KnownStatements } from '../../database/known-statements.ts'
import type { SqlContext } from '../../query/column-sql.ts'
import { storedValueSql } from '../../query/kept-sql.ts'
import { wholeActor } from '../../query/list-plan.ts'
import { visibleSql } from '../../query/row-scope.ts'
import { askedByLimit } from '../../rows/row-limit.ts'

interface StoredContext extends SqlContext {
  readonly statements: KnownStatements
}

interface StoredRequest {
  readonly model: Model
  readonly ids: readonly string[]
  /** Whose scope limits the rows; nobody's if the server itself reads. */
  readonly actor?: Actor
  readonly binned?: boolean
  /** Only whether they are there: of each row nothing but its id and its version. */
  readonly onlyIds?: boolean
  /** Include rows of the table that do not belong to this sub-entity. */
  readonly anyOfTable?: boolean
  /** Lock the rows until the transaction ends (PostgreSQL; SQLite has one writer). */
  readonly lock?: boolean | 'share'
}

/** What decides the statement besides the ids. */
function shapeOf({ now }: StoredContext, { model, actor, binned, anyOfTable, lock, onlyIds }: StoredRequest): string {
  const limit = actor?.limits?.get(model.name)
  const whose = actor && model.entity.scope !== 'none' ? wholeActor(actor) : ''
  return JSON.stringify(['stored', model.name, whose, limit && askedByLimit(limit, now()), binned, anyOfTable, lock, Boolean(onlyIds)])
}

/** Everything that is stored of a row besides its id and version, under its wire name. */
const columnsOf = ({ dialect }: StoredContext, model: Model): RawBuilder<unknown>[] => [
  sql`t.update_by as "updateBy"`,
  sql`t.update_time as "updateTime"`,
  ...model.stored.map((one) => sql`${storedValueSql(one, dialect, 't')} as ${sql.ref(one.key)}`),
]

/** Stored rows by id, whole unless only their ids and versions are asked for, under their wire names; they include secrets, so they must never be sent to clients. */
export async function storedRows(context: StoredContext, tx: Tx, request: StoredRequest): Promise<Map<string, WireRow>> {
  const { model } = request
  const locks = Boolean(request.lock) && context.dialect === 'postgres'
  const build = (ids: readonly unknown[]) => {
    const columns = [
      sql`${sql.ref(`t.${model.idColumn}`)} as id`,
      sql`t.version as version`,
      ...(request.onlyIds ? [] : columnsOf(context, model)),
    ]
    const { limits, scoped } = visibleSql(context, { ...request, actor: request.actor, db: tx })
    const where = sql.join([sql`${sql.ref(`t.${model.idColumn}`)} in (${sql.join(ids)})`, ...limits], sql` and `)
    const lock = locks ? sql.raw(request.lock === 'share' ? ' for share of t' : ' for update of t') : sql``
    return { query: sql<WireRow>`select ${sql.join(columns)} from ${sql.table(model.table)} as t where ${where} order by 1${lock}`, scoped }
  }
  const found = new Map<string, WireRow>()
  for (const ids of chunksOf(request.ids)) {
    const shape = ids.length === 1 ? shapeOf(context, request) : undefined
    const { query, scoped } = context.statements.compile(tx, { shape, values: ids, build })
    // A statement that waited for locks sees the rows as they are then, but its scope was decided before it waited. The second execution applies
    // the scope to the rows as they are now.
    const answers = await sendTogether<WireRow>(tx, locks && scoped ? [query, query] : [query])
    for (const row of answers.at(-1)?.rows ?? []) found.set(String(row['id']), row)
  }
  return found
}
