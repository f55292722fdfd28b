import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { isPointer } from '../../fields/structure.ts'
import { spellingOf } from '../../fields/server.ts'
import { soundPattern } from '../../fields/text/order-key.ts'
import type { Actor, Model } from '../contract.ts'
import { columnSql, modelField, joinsSql, labelSql, type Joins } from '../query/column-sql.ts'
import { askedLimit } from '../query/asked-limit.ts'
import { containsSql } from '../query/filter-sql.ts'
import type { ReadContext } from '../query/list-rows.ts'
import { visibleSql } from '../query/row-scope.ts'
import { unindexedSql } from '../query/sort.ts'
import { TextMatches } from '../query/text-matches.ts'
import { arePinyin, matchesPinyin } from './pinyin.ts'

/** How many rows of one entity are answered. */
const MOST_FOUND = 5
/** How many rows of one entity are compared by pinyin in one go, newest first. */
const MOST_COMPARED = 500

export interface SearchHit {
  readonly id: string
  readonly label: string
  /** The other fields it was found by, and the row it belongs to. */
  readonly beside: string
}
export interface SearchHits {
  readonly entity: string
  readonly title: string
  readonly rows: readonly SearchHit[]
}

type Stored = Readonly<Record<string, unknown>>

/** The field that distinguishes rows of the same name: the first reference among the list's columns. */
function ownerOf({ entity }: Model): string | undefined {
  const columns = entity.list.columns.map((column) => (typeof column === 'string' ? column : column.field))
  return columns.find((key) => isPointer(entity.fields[key]))
}

interface Source {
  readonly columns: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  readonly visible: readonly Expression<SqlBool>[]
  readonly newest: RawBuilder<unknown>
  contains(key: string, words: string): RawBuilder<SqlBool>
}

/** The rows in which an index finds the words, if every field that is searched has it. */
async function withWords(context: ReadContext, model: Model, words: string): Promise<RawBuilder<SqlBool> | undefined> {
  const texts = new TextMatches(context)
  const keys = model.entity.search ?? []
  const spelled = new Set(
    keys.map((key) => {
      const field = modelField(model, key)
      return field ? spellingOf(field, words) : words
    }),
  )
  const within = () => keys.map((key) => texts.within({ model, alias: 't', key }, [...spelled]))
  within()
  await texts.find()
  const found = within()
  return found.includes(undefined) ? undefined : found[0]
}

function sourceOf(context: ReadContext, model: Model, actor: Actor): Source {
  const joins: Joins = new Map()
  const limit = askedLimit()
  const column = (key: string) => columnSql(context, joins, { model, alias: 't', key })
  const keys = [...new Set([model.entity.label, ...(model.entity.search ?? [])])]
  const owner = ownerOf(model)
  const columns = [
    sql`${sql.ref(`t.${model.idColumn}`)} as "id"`,
    ...keys.map((key) => sql`${column(key)} as ${sql.ref(key)}`),
    sql`${owner === undefined ? sql`null` : labelSql(context, joins, { model, alias: 't', key: owner })} as "belongsTo"`,
  ]
  return {
    columns: sql.join(columns),
    from: sql`${sql.table(model.table)} as t${joinsSql(joins)}`,
    visible: visibleSql(context, { model, actor, db: context.db.read }).limits,
    newest: sql`order by ${sql.ref(`t.${model.idColumn}`)} desc`,
    contains: (key, words) => {
      const field = modelField(model, key)
      if (!field) throw new Error(`${model.name} has no field ${key}`)
      return containsSql(
        { column: column(key), field, dialect: context.dialect, name: 'keyword', limit },
        { before: '%', text: words, after: '%' },
      )
    },
  }
}

async function rowsOf(
  context: ReadContext,
  source: Pick<Source, 'columns' | 'from' | 'visible' | 'newest'>,
  where: readonly Expression<SqlBool>[],
  most: number,
): Promise<readonly Stored[]> {
  const all = [...source.visible, ...where]
  const condition = all.length ? sql` where ${sql.join(all, sql` and `)}` : sql``
  const { rows } = await sql<Stored>`select ${source.columns} from ${source.from}${condition} ${source.newest} limit ${most}`.execute(
    context.db.read,
  )
  return rows
}

function toFound({ entity }: Model, row: Stored): SearchHit {
  const texts = (entity.search ?? []).filter((key) => key !== entity.label).map((key) => row[key])
  const beside = [...texts, row['belongsTo']].filter((text) => typeof text === 'string' && text !== '')
  return { id: String(row['id']), label: String(row[entity.label] ?? ''), beside: beside.join(' · ') }
}

/** Rows whose sort keys contain sounds with these letters; a superset of the matches. */
function soundSql({ ordered, entity }: Model, letters: string): RawBuilder<SqlBool> {
  const pattern = soundPattern(letters)
  const columns = ordered.filter(({ key }) => entity.search?.includes(key)).map(({ column }) => sql.ref(`t.${column}`))
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`${column} like ${pattern}`),
    sql` or `,
  )})`
}

/**
 * Rows of one entity, in the actor's scope, that contain the words in a field of `search`. Letters are also searched as pinyin: among
 * all rows by their sort keys, and among the newest by every other reading of their characters.
 */
async function foundIn(context: ReadContext, model: Model, actor: Actor, words: string): Promise<SearchHits> {
  const source = sourceOf(context, model, actor)
  const keys = model.entity.search ?? []
  const holding = sql<SqlBool>`(${sql.join(
    keys.map((key) => source.contains(key, words)),
    sql` or `,
  )})`
  const named = await withWords(context, model, words)
  const newest = named ? sql`order by ${unindexedSql(context, sql.ref(`t.${model.idColumn}`))} desc` : source.newest
  const found = [...(await rowsOf(context, { ...source, newest }, named ? [named, holding] : [holding], MOST_FOUND))]
  if (found.length < MOST_FOUND && arePinyin(words)) {
    const foundIds = new Set(found.map((row) => row['id']))
    for (const where of [[soundSql(model, words)], []]) {
      if (found.length === MOST_FOUND) break
      const some = await rowsOf(context, source, where, MOST_COMPARED)
      const meant = some.filter((row) => !foundIds.has(row['id']) && keys.some((key) => matchesPinyin(String(row[key] ?? ''), words)))
      found.push(...meant.slice(0, MOST_FOUND - found.length))
      for (const row of meant) foundIds.add(row['id'])
    }
  }
  return { entity: model.name, title: model.entity.title, rows: found.map((row) => toFound(model, row)) }
}

/** The results for these entities, read one after the other so that a search never takes more than one connection. */
export async function searchRows(context: ReadContext, models: readonly Model[], actor: Actor, words: string): Promise<SearchHits[]> {
  const found: SearchHits[] = []
  for (const model of models) {
    const rows = await foundIn(context, model, actor, words)
    if (rows.rows.length > 0) found.push(rows)
  }
  return found
}
