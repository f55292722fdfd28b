import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { orderKey } from '../../../fields/text/order-key.ts'
import { chunksOf } from '../../chunks.ts'
import type { Guard, OrderedField } from '../../contract.ts'
import { Conflict, Refused } from '../../errors.ts'
import { snakeCase } from '../../model.ts'
import { toWhere } from '../../query/where.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write } from '../step.ts'

const keyOf = ({ after }: Draft, { key, personal }: OrderedField): string | null => {
  const value = after?.[key]
  return typeof value === 'string' ? orderKey(value, personal) : null
}

/** Insert rows in batches; the version starts at 1. */
export async function insertRows({ tx, model, request, time }: Write, drafts: readonly Draft[]): Promise<void> {
  const { username } = request.actor
  const keys = model.ordered.map((field) => field.column)
  const columns = [model.idColumn, ...model.stored.map((field) => field.column), ...keys, 'create_by', 'create_time', 'version']
  const size = Math.max(1, Math.floor(20_000 / columns.length))
  for (const chunk of chunksOf(drafts, Math.min(size, 500))) {
    const rows = chunk.map((draft) => {
      const values = model.stored.map(({ key }) => draft.after?.[key] ?? null)
      return sql`(${sql.join([draft.id, ...values, ...model.ordered.map((field) => keyOf(draft, field)), username, time, 1])})`
    })
    await sql`insert into ${sql.table(model.table)} (${sql.join(columns.map((name) => sql.ref(name)))}) values ${sql.join(rows)}`.execute(
      tx,
    )
    for (const draft of chunk) draft.version = 1
  }
}

/** The guard is part of the statement, so a state that changed in the meantime refuses the write. */
function guardSql(guard: Guard | undefined): RawBuilder<SqlBool> {
  return guard ? toWhere(guard.when, (key) => sql.ref(snakeCase(key))) : sql<SqlBool>`1 = 1`
}

const changedMeanwhile = (guard: Guard | undefined) =>
  guard ? new Refused(guard.otherwise) : new Conflict('数据已被他人修改，请刷新后再试！')

/** Update one row if it still has the version that was read. */
export async function updateRow({ tx, model, request, time }: Write, draft: Draft): Promise<void> {
  const { actor, guard } = request
  const version = draft.versionBefore
  const stored = model.stored.filter(({ key }) => draft.changed.includes(key))
  const sets = stored.map(({ key, column }) => sql`${sql.ref(column)} = ${draft.after?.[key] ?? null}`)
  const keys = model.ordered.filter(({ key }) => draft.changed.includes(key))
  const keySets = keys.map((field) => sql`${sql.ref(field.column)} = ${keyOf(draft, field)}`)
  const all = sql.join([...sets, ...keySets, sql`update_by = ${actor.username}`, sql`update_time = ${time}`, sql`version = ${version + 1}`])
  const { numAffectedRows } =
    await sql`update ${sql.table(model.table)} set ${all} where ${sql.ref(model.idColumn)} = ${draft.id} and version = ${version} and ${guardSql(guard)}`.execute(
      tx,
    )
  if (numAffectedRows !== 1n) throw changedMeanwhile(guard)
  draft.version = version + 1
}

/** Move rows into or out of the bin, or delete them permanently. */
export async function removeRows({ tx, model, request, time }: Write, drafts: readonly Draft[]): Promise<void> {
  const { operation, guard, actor } = request
  const soft = model.binned && operation !== 'purge'
  for (const chunk of chunksOf(drafts)) {
    const where = sql`${sql.ref(model.idColumn)} in (${sql.join(chunk.map((draft) => draft.id))}) and ${guardSql(guard)}`
    const flag = operation === 'restore' ? 0 : 1
    const statement = soft
      ? sql`update ${sql.table(model.table)} set del_flag = ${flag}, update_by = ${actor.username}, update_time = ${time}, version = version + 1 where ${where}`
      : sql`delete from ${sql.table(model.table)} where ${where}`
    const { numAffectedRows } = await statement.execute(tx)
    if (Number(numAffectedRows ?? 0) !== chunk.length) throw changedMeanwhile(guard)
    for (const draft of chunk) draft.version = draft.versionBefore + 1
  }
}
