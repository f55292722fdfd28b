import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { sql, type SqlBool } from 'kysely'
import { EDITION, orderKey } from '../../fields/text/order-key.ts'
import type { Database, Model, OrderedField } from '../contract.ts'

/** So many rows are looked at together. */
const STEP = 500
/** Milliseconds after a change of the rules in which nodes of the release before may still write rows by theirs. */
const CHANGING = 86_400_000

/** The fields of each table that have a sort key, regardless of which entities write it. */
function orderedByTable(models: Iterable<Model>): Map<Model, OrderedField[]> {
  const tables = new Map<string, { model: Model; fields: Map<string, OrderedField> }>()
  for (const model of models) {
    const table = tables.get(model.table) ?? { model, fields: new Map() }
    tables.set(model.table, table)
    for (const one of model.ordered) table.fields.set(one.column, one)
  }
  return new Map([...tables.values()].filter(({ fields }) => fields.size).map(({ model, fields }) => [model, [...fields.values()]]))
}

/** The id of the last row of the batch after this one. */
async function lastAfter(db: Database, { table, idColumn }: Model, after: string): Promise<string | null> {
  const id = sql.ref(idColumn)
  const batch = sql`select ${id} as id from ${sql.table(table)} where ${id} > ${after} order by ${id} limit ${STEP}`
  const { rows } = await sql<{ last: string | null }>`select max(id) as last from (${batch}) as batch`.execute(db.read)
  return rows[0]?.last ?? null
}

/** Give the rows of one batch the keys that they lack, if their texts have not changed meanwhile. */
async function fillBatch(
  db: Database,
  { model, fields }: { readonly model: Model; readonly fields: readonly OrderedField[] },
  [after, last]: readonly [string, string],
): Promise<void> {
  const id = sql.ref(model.idColumn)
  const missing = fields.map(
    ({ source, column }) => sql<SqlBool>`(${sql.ref(source)} is not null and coalesce(substr(${sql.ref(column)}, 1, 1), '') <> ${EDITION})`,
  )
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([id, ...fields.map(({ source }) => sql.ref(source))])} from ${sql.table(model.table)}
    where ${id} > ${after} and ${id} <= ${last} and (${sql.join(missing, sql` or `)})`.execute(db.read)
  if (!rows.length) return
  const same = sql.raw(db.dialect === 'postgres' ? 'is not distinct from' : 'is')
  await db.write(async (tx) => {
    for (const row of rows) {
      const keyOf = ({ source, personal }: OrderedField) => {
        const value = row[source]
        return typeof value === 'string' ? orderKey(value, personal) : null
      }
      const sets = fields.map((field) => sql`${sql.ref(field.column)} = ${keyOf(field)}`)
      const unchanged = fields.map(({ source }) => sql`${sql.ref(source)} ${same} ${row[source]}`)
      await sql`update ${sql.table(model.table)} set ${sql.join(sets)}
        where ${id} = ${row[model.idColumn]} and ${sql.join(unchanged, sql` and `)}`.execute(tx)
    }
  })
}

type OrderedTables = ReadonlyMap<Model, readonly OrderedField[]>

/** Give all rows the keys that they lack, with turns for others in between. */
async function fillAll(db: Database, tables: OrderedTables, signal?: AbortSignal): Promise<void> {
  for (const [model, fields] of tables) {
    for (let after = ''; !signal?.aborted;) {
      const last = await lastAfter(db, model, after)
      if (last === null) break
      await fillBatch(db, { model, fields }, [after, last])
      await turn()
      after = last
    }
  }
}

/** The name of these rules for sort keys. */
function rulesName(tables: OrderedTables): string {
  const rules = [...tables].map(([{ table }, fields]) => [table, fields.map(({ source, column, personal }) => [source, column, personal])])
  return createHash('sha1')
    .update(JSON.stringify([EDITION, rules]))
    .digest('hex')
}

const settled = (name: string): string => `${name} settled`

/** Since when rules of this name are known, and whether no row can be written by earlier ones any more. */
async function readRules(db: Database, name: string): Promise<{ readonly since?: number; readonly isSettled: boolean }> {
  const { rows } = await sql<{ name: string; since: number }>`
    select name, since from sys_order_rules where name in (${name}, ${settled(name)})`.execute(db.read)
  const since = rows.find((row) => row.name === name)?.since
  return { ...(since === undefined ? {} : { since }), isSettled: rows.some((row) => row.name === settled(name)) }
}

/** Rules of other names are forgotten with it: they are new again for whoever goes back to them. */
const noteRules = (db: Database, name: string, now: number): Promise<void> =>
  db.write(async (tx) => {
    await sql`delete from sys_order_rules where name <> ${name}`.execute(tx)
    await sql`insert into sys_order_rules (name, since) values (${name}, ${now}) on conflict (name) do nothing`.execute(tx)
  })

const noteSettled = (db: Database, name: string, now: number): Promise<unknown> =>
  db.write((tx) =>
    sql`insert into sys_order_rules (name, since) values (${settled(name)}, ${now}) on conflict (name) do nothing`.execute(tx),
  )

/** Looks at all rows once more, while a server answers, until the signal ends it. Answers whether no further look is needed. */
export type LookAgain = (signal: AbortSignal, now?: number) => Promise<boolean>

/**
 * Give every row the sort keys that it lacks: rows from before sort keys existed, and rows with keys of earlier rules. In batches, so
 * that other work continues. All rows have theirs before new rules are noted. For a day after that nodes of the release before may
 * still write by theirs, so the answer is another look, for which no start has to wait; one that began after that day is the last.
 */
export async function fillOrder(db: Database, models: ReadonlyMap<string, Model>): Promise<LookAgain | undefined> {
  const tables = orderedByTable(models.values())
  const name = rulesName(tables)
  const rules = await readRules(db, name)
  if (rules.isSettled) return undefined
  if (rules.since === undefined) {
    await fillAll(db, tables)
    await noteRules(db, name, Date.now())
  }
  const since = rules.since ?? Date.now()
  return async (signal, now = Date.now()) => {
    await fillAll(db, tables, signal)
    if (signal.aborted || now - since <= CHANGING) return false
    await noteSettled(db, name, now)
    return true
  }
}
