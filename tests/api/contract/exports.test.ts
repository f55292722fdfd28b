import { afterAll, beforeAll, describe, test } from 'vitest'
import type { AnyEntity, AnyField, ListSpec } from '../../../engine/schema/index.ts'
import { isSystemField, systemFields } from '../../../engine/schema/system-fields.ts'
import { readSheet } from '../../../engine/server/transfer/sheet/workbook.ts'
import { loaded } from '../../schemas/load.ts'
import { testApp, type TestAnswer, type TestApp } from '../../support/build-app.ts'
import { onBothDatabases } from '../../support/databases.ts'
import { productRows, type RowFactory } from '../row-factory.ts'
import { aPerson, type WorldRow } from '../world.ts'
import { idsOf } from './lists.ts'
import { pick, seeded, writeRandom } from './random-rows.ts'
import { expectNone } from '../../support/expect-none.ts'
import { sweep } from '../../support/extent.ts'

/** More rows than one step of an export handles. */
const ROWS = 110
const everybody = ['administrator', 'teacher', 'another teacher', 'assistant']
/** In a part of the sweep two people on each database, one who sees much and one who sees little. */
const asking = { sqlite: sweep(everybody, ['administrator', 'assistant']), postgres: sweep(everybody, ['teacher', 'another teacher']) }
type Query = Readonly<Record<string, string>>
type Cells = readonly unknown[]

const byName = new Map(loaded.map((entity) => [String(entity.name), entity]))

const fieldAt = (entity: AnyEntity, key: string): AnyField | undefined => (isSystemField(key) ? systemFields[key] : entity.fields[key])

/** The field whose value a column shows: its own, or the one at the end of a chain of `via`. */
function shownField(entity: AnyEntity, key: string): AnyField | undefined {
  const field = fieldAt(entity, key)
  if (field?.type !== 'via') return field
  const by = shownField(entity, field.by)
  const target = by && 'to' in by ? byName.get(by.to) : undefined
  return target && shownField(target, field.field)
}

/** The value that a person reads in a cell of the list, in the form that a sheet holds. */
function cellOf(entity: AnyEntity, row: WorldRow, key: string): unknown {
  const value = row[key]
  const field = shownField(entity, key)
  if (value === null || value === undefined || value === '' || !field) return null
  switch (field.type) {
    case 'number':
    case 'decimal':
      return Number(value)
    case 'count':
      return field.says ? field.says[Number(value) > 0 ? 'some' : 'none'] : Number(value)
    case 'select':
      return field.options[String(value)]
    case 'switch':
      return value === 1 ? (field.on ?? '是') : (field.off ?? '否')
    case 'dictionary':
    case 'reference':
    case 'treeReference':
    case 'multiReference':
      return row[`${key}_dictText`] ?? 'no text beside the value'
    default:
      return value
  }
}

async function sheetOf(answer: TestAnswer<unknown>): Promise<readonly Cells[]> {
  const rows: Cells[] = []
  for await (const { cells } of readSheet(new Uint8Array(answer.raw), 'xlsx')) rows.push(cells)
  return rows
}

const listsOf = (entity: AnyEntity): (readonly [string, ListSpec<string>])[] => [
  ['list', entity.list],
  ...Object.entries(entity.lists ?? {}),
]
const columnsOf = (list: ListSpec<string>): string[] => list.columns.map((column) => (typeof column === 'string' ? column : column.field))

const ranged = new Set(['number', 'decimal', 'count', 'date', 'dateTime'])

/** The least value of a column, which ends a range that leaves the others out; undefined if there are no others. */
function leastOf(rows: readonly WorldRow[], key: string): string | undefined {
  const values = new Set(rows.map((row) => String(row[key] ?? '')).filter(Boolean))
  return values.size > 1 ? [...values].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1))[0] : undefined
}

/** For each column that has one, the range up to its least value. */
const ranges = (entity: AnyEntity, columns: readonly string[], rows: readonly WorldRow[]): Query[] =>
  columns
    .filter((key) => ranged.has(shownField(entity, key)?.type ?? ''))
    .flatMap((key) => {
      const end = leastOf(rows, key)
      return end === undefined ? [] : [{ [`${key}_end`]: end }]
    })

/** Ways to query a list: plain, by each of its filters, by ranges, sorted, with an advanced query. */
function questions(entity: AnyEntity, list: ListSpec<string>, rows: readonly WorldRow[], random: () => number): Query[] {
  const value = (key: string): string => String(pick(random, rows)[key] ?? '')
  const filters = (list.filters ?? []).map((filter) => (typeof filter === 'string' ? filter : filter.field))
  const columns = columnsOf(list)
  const sorted = pick(random, columns)
  const ruled = pick(random, columns)
  const rule = (of: string, val: string) => ({ field: of, rule: shownField(entity, of)?.type === 'multiReference' ? 'in' : 'eq', val })
  return [
    {},
    { column: 'createTime', order: 'asc' },
    { column: sorted, order: pick(random, ['asc', 'desc']) },
    { column: `${pick(random, columns)},createTime`, order: 'asc,desc' },
    ...filters.map((key) => ({ [key]: value(key), column: sorted, order: 'desc' })),
    ...filters.map((key) => ({ [key]: `*${value(key).slice(0, 2)}*` })),
    { [`${ruled}_begin`]: value(ruled) },
    { [`${ruled}_end`]: value(ruled) },
    ...ranges(entity, columns, rows),
    { superQueryParams: JSON.stringify([rule(ruled, value(ruled)), rule('createTime', value('createTime'))]), superQueryMatchType: 'or' },
    { noSuchField: 'x', pageNo: '2', pageSize: '3' },
  ]
}

onBothDatabases('exports', (database) => {
  let app: TestApp
  let rows: RowFactory
  const tokens = new Map<string, string>()
  beforeAll(async () => {
    app = await testApp({ database })
    rows = await productRows(app)
    const admin = await app.signIn('admin', '1')
    tokens.set('administrator', admin)
    tokens.set('teacher', await app.signIn('admin', '2'))
    tokens.set('another teacher', (await aPerson(app, admin, '2')).token)
    tokens.set('assistant', (await aPerson(app, admin, '3')).token)
  })
  afterAll(() => app.close())

  describe.for(
    loaded
      .filter(({ source, endpoints }) => !source && !endpoints.disable?.includes('exportXls'))
      .map((entity) => [String(entity.name), entity] as const),
  )('%s', ([name, entity]) => {
    const { base } = entity.endpoints
    const random = seeded(name.length * 463)
    beforeAll(async () => {
      const first = await app.app.engine.db.read.selectFrom('sys_user').select('id').executeTakeFirst()
      const actor = {
        id: String(first?.['id']),
        username: 'admin',
        realname: '',
        role: '1',
        orgCode: 'A01',
        permissions: new Set<string>(),
      }
      await writeRandom(app, rows, { entity, count: ROWS, random, actor })
    })

    test.for(asking[database].map((who, place) => ({ who, place })))(
      '$who exports exactly what they see, in every list and for every query',
      async ({ who, place }) => {
        const as = tokens.get(who) ?? ''
        const problems: string[] = []
        for (const [list, spec] of listsOf(entity)) {
          const ask = async (query: Query): Promise<readonly WorldRow[] | undefined> => {
            const { body } = await app.call<{ records: WorldRow[] }>('GET', `${base}/${list}`, {
              as,
              query: { ...query, pageNo: 1, pageSize: 1000 },
            })
            return body.success ? body.result.records : undefined
          }
          const all = await ask({})
          if (!all) continue
          const exported = (query: Query) => app.call('POST', `${base}/exportXls`, { as, body: { ...query, list } })
          const whole = await exported({})
          if (whole.body.code === 510) continue
          const chosen = all.length ? [pick(random, all), pick(random, all)].map(({ id }) => id) : []
          // Everybody requests the whole list; the other queries are divided between those who see much and those who see little.
          const asked = all.length
            ? questions(entity, spec, all, random).filter((_, index) => index === 0 || index % 2 === place % 2)
            : [{}]
          const compare = async (query: Query): Promise<string[]> => {
            const isWhole = Object.keys(query).length === 0
            const listed = isWhole ? all : 'selections' in query ? all.filter(({ id }) => chosen.includes(id)) : ask(query)
            const [shown, answer] = await Promise.all([listed, isWhole ? whole : exported(query)])
            if (!shown) return answer.body.success ? ['the list refuses, the export does not'] : []
            if (shown.length > 0) return differences(entity, spec, shown, await sheetOf(answer))
            return answer.body.message === '没有可导出的数据！' ? [] : [`no rows, but ${answer.body.message}`]
          }
          const queries = [...asked, ...(chosen.length ? [{ selections: chosen.join() }] : [])]
          // All at once: the server runs four of a person's exports in parallel, so the test waits only once for databases and packing.
          const found = await Promise.all(queries.map(compare))
          for (const [index, each] of found.entries())
            problems.push(...each.map((one) => `${list} ${JSON.stringify(queries[index])}: ${one}`))
        }
        expectNone(problems)
      },
    )
  })
})

/** The differences between the rows of a list and a sheet of them. */
function differences(entity: AnyEntity, list: ListSpec<string>, shown: readonly WorldRow[], sheet: readonly Cells[]): string[] {
  const [head = [], ...body] = sheet
  if (body.length !== shown.length) return [`${body.length} rows in the sheet, ${shown.length} in the list (${idsOf(shown).length})`]
  const problems: string[] = []
  for (const key of columnsOf(list)) {
    const label = fieldAt(entity, key)?.label ?? ''
    const index = head.indexOf(label)
    if (index < 0) problems.push(`no column ${label}`)
    else if (head.lastIndexOf(label) !== index) problems.push(`two columns ${label}`)
    const wrong = shown.findIndex((row, place) => (body[place]?.[index] ?? null) !== cellOf(entity, row, key))
    if (index >= 0 && wrong >= 0)
      problems.push(
        `${label} in row ${wrong}: ${String(body[wrong]?.[index])} for ${String(cellOf(entity, shown[wrong] ?? { id: '' }, key))}`,
      )
  }
  return problems
}
