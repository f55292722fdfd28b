import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { WireRow } from '../../schema/index.ts'
import type { Actor, LinkField, Model } from '../contract.ts'
import { chunksOf } from '../chunks.ts'
import type { KnownStatement } from '../database/known-statements.ts'
import { isReference } from '../../fields/structure.ts'
import { readIds } from '../ids.ts'
import { keyColumnOf, snakeCase } from '../model/model.ts'
import { askedLimit } from './asked-limit.ts'
import { columnSql, keptColumnSql, labelSql, joinsSql, orderColumnSql, resolveVia, storedPlace, type Joins } from './column-sql.ts'
import { amongFound, containsSql, filterSql, type FilterTarget } from './filter-sql.ts'
import { askedBy } from './list-plan.ts'
import { positiveWhole, type ReadContext } from './list-rows.ts'
import { visibleSql } from './row-scope.ts'
import { wholly, type Chosen } from './linked-rows.ts'
import { selectListFor } from './select-sql.ts'
import { nullsSql, unindexedSql } from './sort.ts'
import { TextMatches } from './text-matches.ts'
import { toWire } from './to-wire.ts'
import { allOf, never } from './where.ts'

const MOST_OPTIONS = 200

/** Whose rows of which entity. */
interface Found {
  readonly model: Model
  readonly actor: Actor
}

/** The statement that reads rows by id, in the actor's scope. */
export function findStatement(
  context: ReadContext,
  { model, actor }: Found,
  ids: readonly string[],
  { selection, name } = wholly(selectListFor(context, model)),
): KnownStatement<WireRow> {
  return {
    shape:
      ids.length === 1 ? `find/${model.name}/${askedBy(context, { model, selection }, actor)}/${selection.day ?? ''}/${name}` : undefined,
    values: ids,
    build: (asked) => {
      const { limits } = visibleSql(context, { model, actor, db: context.db.read })
      const where = sql.join([...limits, sql`${sql.ref(`t.${model.idColumn}`)} in (${sql.join([...asked])})`], sql` and `)
      const columns = sql.join([...selection.columns])
      const query = sql<WireRow>`select ${columns} from ${sql.table(model.table)} as t${joinsSql(selection.joins)} where ${where}`
      return { query, steady: true }
    },
  }
}

/** What the statement read, as it travels. */
export const foundRows = (context: ReadContext, { model, actor }: Found, rows: WireRow[]): WireRow[] | Promise<WireRow[]> =>
  toWire(context, { model, selection: selectListFor(context, model), actor }, rows)

/** Rows by id, in the actor's scope, as they travel; in no particular order. */
export async function findRows(context: ReadContext, model: Model, ids: readonly string[], actor: Actor): Promise<WireRow[]> {
  if (!ids.length) return []
  const found = { model, actor }
  const read = (chosen: Chosen) => context.statements.rows(context.db, findStatement(context, found, ids, chosen))
  const selection = selectListFor(context, model)
  const chosen = context.linked.choose(context, selection)
  const rows = await read(chosen)
  return foundRows(context, found, chosen.complete(rows) ? rows : await read(wholly(selection)))
}

/** Any number of rows, in the order of the given ids, each once. */
export async function findMany(context: ReadContext, model: Model, ids: readonly string[], actor: Actor): Promise<WireRow[]> {
  const wanted = [...new Set(ids)]
  const found = new Map<unknown, WireRow>()
  for (const chunk of chunksOf(wanted)) for (const row of await findRows(context, model, chunk, actor)) found.set(row['id'], row)
  return wanted.map((id) => found.get(id)).filter((row) => row !== undefined)
}

/** A field of another entity that points to the rows to choose from. */
export interface NamedBy {
  readonly model: Model
  readonly key: string
}

export interface OptionsRequest {
  readonly model: Model
  readonly actor: Actor
  /** Field whose value is the option's text. */
  readonly show: string
  /** The unique field whose value is the option's value; the id unless given. */
  readonly by?: string | undefined
  /** Further fields to answer. */
  readonly also: readonly string[]
  /** Only rows that these fields point to in rows that the actor sees; without it, all rows in their scope. */
  readonly namedBy?: readonly NamedBy[]
  readonly query: Readonly<Record<string, string | undefined>>
}

/** The ids that a relation of rows under these conditions holds. */
const linkedIds = ({ table, idColumn }: Model, link: LinkField['through'], limits: readonly Expression<SqlBool>[]) =>
  sql`select l.${sql.ref(link.other)} from ${sql.table(link.table)} as l
    join ${sql.table(table)} as t on ${sql.ref(`t.${idColumn}`)} = l.${sql.ref(link.own)} where ${allOf(limits)}`

/** One of these fields points to the row, in a row that exists for the actor. */
function namedSql(
  context: ReadContext,
  { model, actor, namedBy = [] }: Pick<OptionsRequest, 'model' | 'actor' | 'namedBy'>,
): RawBuilder<SqlBool> {
  const named = namedBy.map((by) => {
    const { limits } = visibleSql(context, { model: by.model, actor, db: context.db.read })
    const link = by.model.links.find(({ key }) => key === by.key)?.through
    if (link) return sql<SqlBool>`${sql.ref(`t.${model.idColumn}`)} in (${linkedIds(by.model, link, limits)})`
    const joins: Joins = new Map()
    const column = columnSql(context, joins, { model: by.model, alias: 't', key: by.key })
    const field = resolveVia(context, by.model, by.key)?.field
    const own = isReference(field) ? keyColumnOf(model, field) : model.idColumn
    const rows = sql`select ${column} from ${sql.table(by.model.table)} as t${joinsSql(joins)} where ${allOf(limits)}`
    return sql<SqlBool>`${sql.ref(`t.${own}`)} in (${rows})`
  })
  return named.length ? sql<SqlBool>`(${sql.join(named, sql` or `)})` : never
}

/** The ids of the rows in the actor's scope that these fields point to. */
export async function namedIds(
  context: ReadContext,
  request: Pick<OptionsRequest, 'model' | 'actor'> & { readonly namedBy: readonly NamedBy[] },
): Promise<ReadonlySet<string>> {
  const { model, actor } = request
  const where = [...visibleSql(context, { model, actor, db: context.db.read }).limits, namedSql(context, request)]
  const id = sql.ref(`t.${model.idColumn}`)
  const { rows } = await sql<{ id: string }>`select ${id} as id from ${sql.table(model.table)} as t where ${allOf(where)}`.execute(
    context.db.read,
  )
  return new Set(rows.map((row) => row.id))
}

const optionValue = ({ model, by }: OptionsRequest) => sql.ref(`t.${by === undefined ? model.idColumn : snakeCase(by)}`)

/** The conditions of the choices; columns are added to the same joins. */
function optionConditions(context: ReadContext, request: OptionsRequest, texts: TextMatches) {
  const { model, actor, query } = request
  const joins: Joins = new Map()
  const limit = askedLimit()
  const targetOf = (key: string, name = key): FilterTarget | undefined => {
    const place = { model, alias: 't', key }
    const shown = resolveVia(context, model, key)
    const stored = storedPlace(context, joins, place)
    const found = stored && ((sought: readonly string[]) => texts.within(stored, sought))
    return shown && { column: keptColumnSql(context, joins, place), field: shown.field, dialect: context.dialect, name, limit, found }
  }
  const where: Expression<SqlBool>[] = [...visibleSql(context, { model, actor, db: context.db.read }).limits]
  if (request.namedBy) where.push(namedSql(context, request))
  for (const [key, value] of Object.entries(query)) {
    const target = value && (key === request.show || request.also.includes(key)) ? targetOf(key) : undefined
    if (!target || !value) continue
    limit.values(key, value)
    where.push(filterSql(target, value))
  }
  const keyword = query['keyword']
  const shown = keyword ? targetOf(request.show, 'keyword') : undefined
  if (keyword && shown) where.push(amongFound(shown, [keyword], containsSql(shown, { before: '%', text: keyword, after: '%' })))
  const ids = readIds(query['ids'])
  limit.values('ids', ids.join())
  if (ids.length) where.push(sql<SqlBool>`${optionValue(request)} in (${sql.join(ids)})`)
  return { joins, where }
}

/** Choices of a reference: found by their text and narrowed only by the fields that references depend on, because permission to choose is not permission to search. */
export async function findOptions(context: ReadContext, request: OptionsRequest): Promise<WireRow[]> {
  const { model, query } = request
  const texts = new TextMatches(context)
  const asked = optionConditions(context, request, texts)
  const { joins, where } = (await texts.find()) ? optionConditions(context, request, texts) : asked
  const size = Math.min(positiveWhole(query['pageSize'], 50), MOST_OPTIONS)
  const also = request.also.map((key) => sql`${columnSql(context, joins, { model, alias: 't', key })} as ${sql.ref(key)}`)
  const label = labelSql(context, joins, { model, alias: 't', key: request.show })
  const order = orderColumnSql(context, joins, { model, alias: 't', key: request.show })
  const by = texts.isNarrow ? unindexedSql(context, order) : order
  const columns = sql.join([sql`${optionValue(request)} as value`, sql`${label} as label`, ...also])
  const condition = where.length ? sql` where ${sql.join(where, sql` and `)}` : sql``
  const { rows } =
    await sql<WireRow>`select ${columns} from ${sql.table(model.table)} as t${joinsSql(joins)}${condition} order by ${by}${nullsSql(context, true)}, value limit ${size}`.execute(
      context.db.read,
    )
  return rows
}

/** Rows in scope that equal the params, with the named fields only: the `queryXAll` calls of the specification. */
export async function lookUp(
  context: ReadContext,
  request: { model: Model; actor: Actor; params: WireRow; returns: readonly string[] },
): Promise<WireRow[]> {
  const { model, actor, params } = request
  const joins: Joins = new Map()
  const column = (key: string) => columnSql(context, joins, { model, alias: 't', key })
  const where: Expression<SqlBool>[] = [...visibleSql(context, { model, actor, db: context.db.read }).limits]
  for (const [key, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== '') where.push(sql<SqlBool>`${column(key)} = ${value}`)
  }
  const sort = model.entity.list.sort
  const direction = sql.raw(sort?.order === 'asc' ? 'asc' : 'desc')
  const by = orderColumnSql(context, joins, { model, alias: 't', key: sort?.by ?? 'createTime' })
  const order = sql`${by} ${direction}, ${sql.ref(`t.${model.idColumn}`)} ${direction}`
  const columns = sql.join(request.returns.map((key) => sql`${column(key)} as ${sql.ref(key)}`))
  const condition = where.length ? sql` where ${sql.join(where, sql` and `)}` : sql``
  const { rows } =
    await sql<WireRow>`select ${columns} from ${sql.table(model.table)} as t${joinsSql(joins)}${condition} order by ${order} limit 5000`.execute(
      context.db.read,
    )
  return rows
}
