import { sql, type QueryResult, type RawBuilder, type SqlBool } from 'kysely'
import { orderKey } from '../../../fields/text/order-key.ts'
import type { WireRow } from '../../../schema/index.ts'
import { chunksOf } from '../../chunks.ts'
import type { Guard, Model, NewRows, OrderedField, StoredField } from '../../contract.ts'
import type { KnownStatement } from '../../database/known-statements.ts'
import { Conflict, Refused } from '../../errors.ts'
import { snakeCase } from '../../model/model.ts'
import type { SqlContext } from '../../query/column-sql.ts'
import { keptValue, readSql } from '../../query/kept-sql.ts'
import { toWhere } from '../../query/where.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write } from '../step.ts'
import { insertsOf } from './insert-rows.ts'

/** What the column of the field will hold. */
const valueOf = ({ after }: Draft, { key, field }: StoredField, { dialect }: Pick<SqlContext, 'dialect'>): unknown =>
  keptValue(field, after?.[key] ?? null, dialect)

const keyOf = ({ after }: Draft, { key, personal }: OrderedField): string | null => {
  const value = after?.[key]
  return typeof value === 'string' ? orderKey(value, personal) : null
}

/** The id and what else is kept of a row, but for who wrote it when. */
const keptColumns = ({ idColumn, stored, ordered }: Model): string[] => [idColumn, ...[...stored, ...ordered].map(({ column }) => column)]

const kept = ({ context, model }: Write, draft: Draft): unknown[] => [
  draft.id,
  ...model.stored.map((field) => valueOf(draft, field, context)),
  ...model.ordered.map((field) => keyOf(draft, field)),
]

/** What added rows become in the table of their entity; the version starts at 1. */
export function addedRows(write: Write, drafts: readonly Draft[]): NewRows {
  const { model, request, time } = write
  const { name, table } = model
  const columns = [...keptColumns(model), 'create_by', 'create_time', 'version']
  return { name, table, columns, rows: drafts.map((draft) => [...kept(write, draft), request.actor.username, time, 1]) }
}

/** What edited rows become in the table of their entity. */
export function editedRows(write: Write, drafts: readonly Draft[]): NewRows {
  const { model, request, time } = write
  const { name, table, stored, ordered } = model
  const own = ['update_by', 'update_time', 'version']
  const columns = [...keptColumns(model), ...own]
  const keys = new Set(drafts.flatMap(({ changed }) => changed))
  const changed = [...[...stored, ...ordered].filter(({ key }) => keys.has(key)).map(({ column }) => column), ...own]
  const rows = drafts.map((draft) => [...kept(write, draft), request.actor.username, time, draft.version])
  return { name, table, columns, rows, changed }
}

/** The guard is part of the statement, so a state that changed in the meantime refuses the write. */
function guardSql({ context: { dialect }, model, request: { guard } }: Write): RawBuilder<SqlBool> {
  const valueSql = (key: string) => {
    const field = model.entity.fields[key]
    const column = sql.ref(snakeCase(key))
    return field ? readSql(field, column, dialect) : column
  }
  return guard ? toWhere(guard.when, valueSql) : sql<SqlBool>`1 = 1`
}

const changedMeanwhile = (guard: Guard | undefined) =>
  guard ? new Refused(guard.otherwise) : new Conflict('数据已被他人修改，请刷新后再试！')

/** Update one row if it still has the version that was read. */
function updateOf(write: Write, draft: Draft): KnownStatement<WireRow> {
  const { context, model, request, time } = write
  const { actor, guard } = request
  const before = draft.versionBefore
  const stored = model.stored.filter(({ key }) => draft.changed.includes(key))
  const keys = model.ordered.filter(({ key }) => draft.changed.includes(key))
  const columns = [...stored, ...keys].map(({ column }) => column)
  const values = [...stored.map((field) => valueOf(draft, field, context)), ...keys.map((field) => keyOf(draft, field))]
  return {
    shape: ['update', model.name, columns.join(), JSON.stringify(guard?.when)].join('/'),
    values: [draft.id, before, before + 1, actor.username, time, ...values],
    build: ([id, version, next, username, at, ...marks]) => {
      const sets = columns.map((name, index) => sql`${sql.ref(name)} = ${marks[index]}`)
      const all = sql.join([...sets, sql`update_by = ${username}`, sql`update_time = ${at}`, sql`version = ${next}`])
      const where = sql`${sql.ref(model.idColumn)} = ${id} and version = ${version} and ${guardSql(write)}`
      return { query: sql<WireRow>`update ${sql.table(model.table)} set ${all} where ${where}` }
    },
  }
}

/** Store added or changed rows, with the statements that go along, to the end of the transaction or not; answers what these were answered. */
export async function storeRows(
  write: Write,
  drafts: readonly Draft[],
  along: { readonly statements: readonly KnownStatement<WireRow>[]; readonly toTheEnd: boolean },
): Promise<readonly QueryResult<WireRow>[]> {
  const { context, tx, request } = write
  const isAdd = request.operation === 'add'
  const own = isAdd ? insertsOf(addedRows(write, drafts), context.dialect) : drafts.map((draft) => updateOf(write, draft))
  const answers = await context.statements[along.toTheEnd ? 'toTheEnd' : 'together'](tx, [...own, ...along.statements])
  const stored = answers.slice(0, own.length)
  if (!isAdd && stored.some(({ numAffectedRows }) => numAffectedRows !== 1n)) throw changedMeanwhile(request.guard)
  return answers.slice(own.length)
}

/** Move rows into or out of the bin, or delete them permanently. */
export async function removeRows(write: Write, drafts: readonly Draft[]): Promise<void> {
  const { tx, model, request, time } = write
  const { operation, guard, actor } = request
  const soft = model.binned && operation !== 'purge'
  for (const chunk of chunksOf(drafts)) {
    const where = sql`${sql.ref(model.idColumn)} in (${sql.join(chunk.map((draft) => draft.id))}) and ${guardSql(write)}`
    const flag = operation === 'restore' ? 0 : 1
    const statement = soft
      ? sql`update ${sql.table(model.table)} set del_flag = ${flag}, update_by = ${actor.username}, update_time = ${time}, version = version + 1 where ${where}`
      : sql`delete from ${sql.table(model.table)} where ${where}`
    const { numAffectedRows } = await statement.execute(tx)
    if (Number(numAffectedRows ?? 0) !== chunk.length) throw changedMeanwhile(guard)
    for (const draft of chunk) draft.version = draft.versionBefore + 1
  }
}
