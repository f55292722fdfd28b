import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ListSpec } from '../../schema/index.ts'
import type { Actor, DictionaryEntry, ListRequest, Model, Page, Reader, Rules, WalkStep } from '../contract.ts'
import { Refused } from '../errors.ts'
import { columnSql, joinsSql, type Joins } from './column-sql.ts'
import type { CountCache } from './count-cache.ts'
import { maskRows } from './mask.ts'
import { filtersOf, isSortable, missingFilter } from './list-filters.ts'
import { scopeSql, subEntitySql, type ScopeCatalog } from './row-scope.ts'
import { selectionOf, type Selection } from './select-sql.ts'
import { toWire } from './to-wire.ts'

export const MOST_COUNTED = 100_000
const MOST_ROWS = 1000

/** What reading needs of the engine. */
export interface Readers extends ScopeCatalog {
  readonly db: { readonly read: Reader; readonly dialect: 'sqlite' | 'postgres' }
  readonly rules: Readonly<Record<string, Rules>>
  readonly counts: CountCache
  readonly selections: Map<string, Selection>
  dictionaries(): Promise<ReadonlyMap<string, readonly DictionaryEntry[]>>
}

interface Prepared {
  readonly actor: Actor
  readonly model: Model
  readonly joins: Joins
  readonly where: readonly Expression<SqlBool>[]
  readonly order: RawBuilder<unknown>
  readonly sortBy: Expression<unknown>
  readonly ascending: boolean
  readonly scoped: boolean
}

const andSql = (parts: readonly Expression<SqlBool>[]): RawBuilder<unknown> =>
  parts.length ? sql` where ${sql.join([...parts], sql` and `)}` : sql``

export function selectionFor(readers: Readers, model: Model): Selection {
  const known = readers.selections.get(model.name)
  if (known && !Object.values(model.entity.fields).some((field) => field.derive)) return known
  const made = selectionOf(readers, model, 't')
  readers.selections.set(model.name, made)
  return made
}

export function listSpec(model: Model, name: string): ListSpec<string> {
  const spec = name === 'list' ? model.entity.list : model.entity.lists?.[name]
  if (!spec) throw new Refused(`没有列表 ${name}`)
  return spec
}

/** Scope, sub-entity and bin: the rows that exist for this actor at all. */
export function visibleSql(readers: Readers, model: Model, actor: Actor, binned = false): { parts: Expression<SqlBool>[]; scoped: boolean } {
  const scope = scopeSql(readers, { model, alias: 't', actor, db: readers.db.read })
  const own = subEntitySql(model, 't')
  const parts: Expression<SqlBool>[] = []
  if (model.binned) parts.push(sql<SqlBool>`t.del_flag = ${binned ? 1 : 0}`)
  if (own) parts.push(own)
  if (scope) parts.push(scope)
  return { parts, scoped: scope !== undefined || own !== undefined }
}

function orderOf(readers: Readers, model: Model, list: ListSpec<string>, query: ListRequest['query'], joins: Joins) {
  const asked = (query['column'] ?? '').replace(/_dictText$/, '')
  const field = model.entity.fields[asked]
  const known = (field && isSortable(field)) || asked === 'createTime' || asked === 'updateTime' || asked === model.id
  const key = known ? asked : (list.sort?.by ?? 'createTime')
  const ascending = known ? /asc/i.test(query['order'] ?? '') : (list.sort?.order ?? 'desc') === 'asc'
  const sortBy = columnSql(readers, joins, { model, alias: 't', key })
  const direction = sql.raw(ascending ? 'asc' : 'desc')
  const nulls = readers.dialect === 'postgres' ? sql.raw(ascending ? ' nulls first' : ' nulls last') : sql``
  return { sortBy, ascending, order: sql` order by ${sortBy} ${direction}${nulls}, ${sql.ref(`t.${model.idColumn}`)} ${direction}` }
}

function prepare(readers: Readers, request: ListRequest): Prepared {
  const model = readers.models.get(request.entity)
  if (!model) throw new Refused(`没有实体 ${request.entity}`)
  const list = listSpec(model, request.list ?? 'list')
  const joins: Joins = new Map()
  const visible = visibleSql(readers, model, request.actor, list.binned)
  const filters = filtersOf({ catalog: readers, joins, model, list, query: request.query, rules: readers.rules[model.name], actor: request.actor, db: readers.db.read })
  return { actor: request.actor, model, joins, where: [...visible.parts, ...filters], scoped: visible.scoped, ...orderOf(readers, model, list, request.query, joins) }
}

/** Rows chosen first, labels joined after: the joins are paid for one page, not for every row that matches. */
async function rowsOf(readers: Readers, prepared: Prepared, chosen: RawBuilder<unknown>) {
  const { model, joins, where, order, actor } = prepared
  const selection = selectionFor(readers, model)
  const all: Joins = new Map([...joins, ...selection.joins])
  const inner = sql`select t.* from ${sql.table(model.table)} as t${joinsSql(joins)}${andSql(where)}${order}${chosen}`
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join([...selection.columns])} from (${inner}) as t${joinsSql(all)}${order}`.execute(readers.db.read)
  return maskRows(readers, model, await toWire(rows, selection, model, readers), actor)
}

const whole = (text: string | undefined, fallback: number): number => {
  const number = Number.parseInt(text ?? '', 10)
  return Number.isFinite(number) && number > 0 ? number : fallback
}

/** One page of a list, in the actor's scope. `total` stops at 100,000 (`more`) unless `exactTotal` asks. */
export async function listPage(readers: Readers, request: ListRequest): Promise<Page> {
  const model = readers.models.get(request.entity)
  if (!model) throw new Refused(`没有实体 ${request.entity}`)
  const spec = listSpec(model, request.list ?? 'list')
  const size = Math.min(whole(request.query['pageSize'], spec.pageSizes?.[0] ?? 10), MOST_ROWS)
  const current = whole(request.query['pageNo'], 1)
  if (missingFilter(spec, request.query)) return { records: [], total: 0, size, current, pages: 0 }
  const prepared = prepare(readers, request)
  const records = await rowsOf(readers, prepared, sql` limit ${size} offset ${(current - 1) * size}`)
  const total = current === 1 && records.length < size ? records.length : await countOf(readers, prepared, request)
  const limited = total > MOST_COUNTED && request.query['exactTotal'] === undefined
  const shown = limited ? MOST_COUNTED : total
  return { records, total: shown, size, current, pages: Math.ceil(shown / size), ...(limited ? { more: true as const } : {}) }
}

const pagingKeys = new Set(['pageNo', 'pageSize', 'column', 'order', '_t', 'field'])

async function countOf(readers: Readers, prepared: Prepared, request: ListRequest): Promise<number> {
  const { model, joins, where, scoped } = prepared
  const filters = Object.entries(request.query).filter(([key, value]) => value && !pagingKeys.has(key))
  const who = scoped ? `${request.actor.role}:${request.actor.id}` : ''
  const key = `${model.name}/${request.list ?? 'list'}/${who}/${JSON.stringify(filters.sort())}`
  const tables = scoped || listSpec(model, request.list ?? 'list').params ? '*' : [model.table, ...[...joins.values()].map((join) => join.table)]
  const stop = request.query['exactTotal'] === undefined ? sql` limit ${MOST_COUNTED + 1}` : sql``
  return readers.counts.get(key, tables, async () => {
    const inner = sql`select 1 as one from ${sql.table(model.table)} as t${joinsSql(joins)}${andSql(where)}${stop}`
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${inner}) as c`.execute(readers.db.read)
    return Number(rows[0]?.n ?? 0)
  })
}

/** Walk a list to its end in steps, by keyset: the last row's sort value and id, never an offset. */
export async function* walkRows(readers: Readers, request: ListRequest, size: number): AsyncIterable<WalkStep> {
  const model = readers.models.get(request.entity)
  if (!model || missingFilter(listSpec(model, request.list ?? 'list'), request.query)) return
  const start = prepare(readers, request)
  const selections = request.query['selections']?.split(',').filter(Boolean)
  const where = selections?.length ? [...start.where, sql<SqlBool>`${sql.ref(`t.${model.idColumn}`)} in (${sql.join(selections)})`] : start.where
  let after: Expression<SqlBool> | undefined
  for (;;) {
    const step = { ...start, where: after ? [...where, after] : where }
    const marks = await marksOf(readers, step, size)
    if (!marks.length) return
    yield await rowsOf(readers, step, sql` limit ${size}`)
    const last = marks.at(-1)
    if (marks.length < size || !last) return
    after = afterSql(start, last)
  }
}

async function marksOf(readers: Readers, step: Prepared, size: number): Promise<{ sort: unknown; id: string }[]> {
  const { model, joins, where, order, sortBy } = step
  const { rows } = await sql<{ sort: unknown; id: string }>`select ${sortBy} as sort, ${sql.ref(`t.${model.idColumn}`)} as id from ${sql.table(model.table)} as t${joinsSql(joins)}${andSql(where)}${order} limit ${size}`.execute(readers.db.read)
  return rows
}

/** Nulls sort first ascending and last descending, on both databases. */
function afterSql({ model, sortBy, ascending }: Prepared, last: { sort: unknown; id: string }): Expression<SqlBool> {
  const id = sql.ref(`t.${model.idColumn}`)
  const beyond = sql.raw(ascending ? '>' : '<')
  if (last.sort === null) {
    const same = sql`(${sortBy} is null and ${id} ${beyond} ${last.id})`
    return ascending ? sql<SqlBool>`(${same} or ${sortBy} is not null)` : sql<SqlBool>`${same}`
  }
  const tail = ascending ? sql`` : sql` or ${sortBy} is null`
  return sql<SqlBool>`(${sortBy} ${beyond} ${last.sort} or (${sortBy} = ${last.sort} and ${id} ${beyond} ${last.id})${tail})`
}
