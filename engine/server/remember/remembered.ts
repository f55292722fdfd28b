import { sql, type Expression, type SqlBool } from 'kysely'
import { isRowReference } from '../../fields/structure.ts'
import type { WireRow } from '../../schema/index.ts'
import type { Actor, Model, Reader, Tx } from '../contract.ts'
import { columnSql, joinsSql, labelSql, type Joins } from '../query/column-sql.ts'
import type { ReadContext } from '../query/list-rows.ts'
import { visibleSql } from '../query/row-scope.ts'

/** The row of one entity that is preselected wherever such a row is needed. */
export interface RememberedRow {
  readonly value: string
  readonly label: string
  /** There is no other row to choose. */
  readonly only: boolean
}
export type RememberedRows = Readonly<Record<string, RememberedRow | null>>

/** References of one remembered entity to others: field → entity. */
function linksOf(model: Model, names: ReadonlySet<string>): [key: string, to: string][] {
  return Object.entries(model.entity.fields).flatMap(([key, field]): [string, string][] =>
    isRowReference(field) && field.to !== model.name && names.has(field.to) ? [[key, field.to]] : [],
  )
}

/** Entities that say `remember`; one that refers to another comes after it. */
export function rememberedModels(models: ReadonlyMap<string, Model>): Model[] {
  const all = [...models.values()].filter(({ entity }) => entity.remember)
  const names = new Set(all.map(({ name }) => name))
  const sorted: Model[] = []
  const visit = (model: Model): void => {
    if (sorted.includes(model)) return
    for (const [, to] of linksOf(model, names)) for (const other of all) if (other.name === to) visit(other)
    sorted.push(model)
  }
  for (const model of all) visit(model)
  return sorted
}

/** The switch field of the entity that marks the default row (`preselect` of any reference to it). */
function markOf(models: ReadonlyMap<string, Model>, model: Model): string | undefined {
  for (const { entity } of models.values())
    for (const field of Object.values(entity.fields))
      if ('preselect' in field && field.preselect && field.to === model.name) return field.preselect
  return undefined
}

interface Question {
  readonly actor: Actor
  readonly kept: string | undefined
  /** Fields of the row whose value is already decided: a course must belong to the offered semester. */
  readonly settled: readonly (readonly [key: string, value: string])[]
}

/** The kept row, else the marked one, else the only one; null if there are several, or none. */
async function offer(context: ReadContext, model: Model, { actor, kept = '', settled }: Question): Promise<RememberedRow | null> {
  const joins: Joins = new Map()
  const column = (key: string) => columnSql(context, joins, { model, alias: 't', key })
  const mark = markOf(context.models, model)
  const id = sql.ref(`t.${model.idColumn}`)
  const label = labelSql(context, joins, { model, alias: 't', key: model.entity.label })
  const marked = mark === undefined ? sql`0` : column(mark)
  const where: Expression<SqlBool>[] = [
    ...visibleSql(context, { model, actor, db: context.db.read }).limits,
    ...settled.map(([key, value]) => sql<SqlBool>`${column(key)} = ${value}`),
  ]
  const condition = where.length ? sql` where ${sql.join(where, sql` and `)}` : sql``
  const { rows } = await sql<WireRow>`select ${id} as value, ${label} as label, ${marked} as marked
    from ${sql.table(model.table)} as t${joinsSql(joins)}${condition}
    order by case when ${id} = ${kept} then 0 when ${marked} = 1 then 1 else 2 end, ${id} limit 2`.execute(context.db.read)
  const [first] = rows
  const only = rows.length === 1
  if (!first || (first['value'] !== kept && Number(first['marked']) !== 1 && !only)) return null
  return { value: String(first['value']), label: String(first['label']), only }
}

async function keptRows(db: Reader, userId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('sys_remembered').select(['entity', 'row_id']).where('user_id', '=', userId).execute()
  return new Map(rows.map((row) => [String(row.entity), String(row.row_id)]))
}

/** What is offered to this actor for each of these entities; an offered course belongs to the offered semester. */
export async function offeredRows(context: ReadContext, models: readonly Model[], actor: Actor): Promise<RememberedRows> {
  const kept = await keptRows(context.db.read, actor.id)
  const names = new Set(models.map(({ name }) => name))
  const offered: Record<string, RememberedRow | null> = {}
  for (const model of models) {
    const settled = linksOf(model, names).flatMap(([key, to]) => {
      const value = offered[to]?.value
      return value === undefined ? [] : [[key, value] as const]
    })
    offered[model.name] = await offer(context, model, { actor, kept: kept.get(model.name), settled })
  }
  return offered
}

/** Keep a chosen row for the user, together with the rows that it belongs to. */
export async function keepRow(tx: Tx, given: { userId: string; model: Model; row: WireRow; models: readonly Model[] }): Promise<void> {
  const { userId, model, row, models } = given
  const links = linksOf(model, new Set(models.map(({ name }) => name)))
  const chosen = [[model.name, row[model.id] ?? row['id']], ...links.map(([key, to]) => [to, row[key]])]
  const values = chosen.flatMap(([entity, id]) =>
    typeof entity === 'string' && typeof id === 'string' && id !== '' ? [{ user_id: userId, entity, row_id: id }] : [],
  )
  await tx
    .insertInto('sys_remembered')
    .values(values)
    .onConflict((conflict) => conflict.columns(['user_id', 'entity']).doUpdateSet((e) => ({ row_id: e.ref('excluded.row_id') })))
    .execute()
}
