import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEntity, AnyField } from '../../../engine/schema/index.ts'
import { systemFields } from '../../../engine/schema/system-fields.ts'
import type { Actor } from '../../../engine/server/index.ts'
import { testApp, type TestApp } from '../../support/build-app.ts'
import { onBothDatabases } from '../../support/databases.ts'
import { loaded } from '../../schemas/load.ts'
import { productRows, type RowFactory } from '../row-factory.ts'
import type { WorldRow } from '../world.ts'
import { passesFilter, passesRange, type Kind, type Value } from './evaluate-filter.ts'
import { cell, idsOf, ordered } from './lists.ts'
import { awkward, pick, seeded, writeRandom } from './random-rows.ts'
import { expectNone } from '../../support/expect-none.ts'
import { sweep } from '../../support/extent.ts'

const ROWS = 40
const FILTERS = sweep(60, 20)

interface Page {
  readonly records: WorldRow[]
  readonly total: number
  readonly size: number
  readonly pages: number
}

/** The field whose value a list field shows: its own, or the one at the end of a chain of `via`. */
function shownField(entities: ReadonlyMap<string, AnyEntity>, entity: AnyEntity, key: string): AnyField | undefined {
  const field = entity.fields[key]
  if (field?.type !== 'via') return field
  const by = shownField(entities, entity, field.by)
  const target = by && 'to' in by ? entities.get(by.to) : undefined
  return target && shownField(entities, target, field.field)
}

/** Entities with tables of their own; the application writes the rows of the others. */
const written = loaded.filter(({ source }) => !source)
const entities = new Map(loaded.map((entity) => [String(entity.name), entity]))
const askable = (entity: AnyEntity): string[] =>
  Object.keys(entity.fields).filter((key) => {
    const shown = shownField(entities, entity, key)
    return shown && shown.type !== 'secret' && !shown.transient && !(shown.type === 'multiReference' && shown.through)
  })

const kindOf = (entity: AnyEntity, key: string): Kind => {
  const shown = shownField(entities, entity, key)
  const numeric =
    shown?.type === 'select'
      ? Object.keys(shown.options).every((option) => !Number.isNaN(Number(option)))
      : ['number', 'decimal', 'switch', 'count'].includes(shown?.type ?? '')
  return numeric ? 'number' : 'text'
}

/** A filter value in one of the documented forms, built from values that rows may really have. */
function randomFilter(random: () => number, values: readonly Value[]): string {
  const some = (): string => String(random() < 0.8 ? (pick(random, values) ?? 'a') : pick(random, awkward))
  // By characters: no address can hold half of one.
  const part = (): string => [...some()].slice(0, 1 + Math.floor(random() * 3)).join('')
  const forms = [
    () => some(),
    () => `*${part()}*`,
    () => `*${part()}`,
    () => `${part()}*`,
    () => `!${some()}`,
    () => `${some()},${some()}`,
    () => `,${part()},${part()},`,
    () => `gt ${some()}`,
    () => `ge ${some()}`,
    () => `lt ${some()}`,
    () => `le ${some()}`,
    () => `eq ${some()}`,
    () => `ne ${some()}`,
    () => `> ${some()}`,
    () => `<= ${some()}`,
    () => some().replaceAll(',', '++'),
    () => '!',
    () => ',,,',
    () => ',',
    () => '*',
    () => '1.5',
    () => '99999999999999999999',
    () => 'a\u0000b',
  ]
  return pick(random, forms)()
}

onBothDatabases('lists', (database) => {
  let app: TestApp
  let admin: string
  let rows: RowFactory
  let actor: Actor
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    rows = await productRows(app)
    const first = await app.app.engine.db.read.selectFrom('sys_user').select('id').executeTakeFirst()
    actor = { id: String(first?.['id']), username: 'admin', realname: '', role: '1', orgCode: 'A01', permissions: new Set() }
  })
  afterAll(() => app.close())

  describe.for(written.map((entity) => [String(entity.name), entity] as const))('%s', ([name, entity]) => {
    const choices = new Map<string, readonly string[]>()
    const model = { entities, entity, choices }
    let all: readonly WorldRow[] = []
    let needed: Readonly<Record<string, string>> = {}
    const random = seeded(name.length * 977)
    /** A list that answers its whole tree to those who ask for nothing. */
    const paged: Readonly<Record<string, number>> = entity.tree?.calls?.nested === 'list' ? { pageNo: 1 } : {}
    const list = async (query: Readonly<Record<string, string | number>>): Promise<Page> => {
      const { body } = await app.call<Page>('GET', `${entity.endpoints.base}/list`, { as: admin, query: { ...needed, ...paged, ...query } })
      if (!body.success) throw new Error(`${JSON.stringify(query)} answered ${JSON.stringify(body)}`)
      return body.result
    }

    beforeAll(async () => {
      for (const field of [...entities.values()].flatMap(({ fields }) => Object.values(fields)))
        if (field.type === 'dictionary') choices.set(field.code, await rows.choices(field.code))
      await writeRandom(app, rows, { entity, count: ROWS, random, actor })
      const shared = entity.name === 'course' ? undefined : await rows.row(entity)
      needed = shared ? rows.required(entity, shared) : {}
      all = (await list({ pageSize: 1000 })).records
      expect(all.length).toBeGreaterThanOrEqual(ROWS)
    })

    test('filters choose the rows that an independent implementation chooses, and count them exactly', async () => {
      const problems: string[] = []
      for (let n = 0; n < FILTERS; n++) {
        const key = pick(
          random,
          askable(entity).filter((one) => !(one in needed)),
        )
        const kind = kindOf(entity, key)
        const asked = randomFilter(
          random,
          all.map((row) => cell(row, key)),
        )
        const page = await list({ [key]: asked, pageSize: 1000 })
        const expected = all.filter((row) => passesFilter(cell(row, key), asked.replaceAll('\0', ''), kind))
        if (idsOf(page.records).sort().join() !== idsOf(expected).sort().join())
          problems.push(`${key}=${asked}: ${page.records.length} rows, expected ${expected.length}`)
        if (page.total !== page.records.length) problems.push(`${key}=${asked}: total ${page.total}`)
        const small = await list({ [key]: asked, pageSize: 3 })
        if (small.total !== expected.length)
          problems.push(`${key}=${asked}: total ${small.total} on a short page, expected ${expected.length}`)
      }
      expectNone(problems)
    })

    test('ranges include both ends', async () => {
      const problems: string[] = []
      for (const key of askable(entity)) {
        if (key in needed) continue
        const [low, high] = [
          pick(
            random,
            all.map((row) => cell(row, key)),
          ),
          pick(
            random,
            all.map((row) => cell(row, key)),
          ),
        ].map((value) => String(value ?? 'a'))
        const kind = kindOf(entity, key)
        const page = await list({ [`${key}_begin`]: low ?? '', [`${key}_end`]: high ?? '', pageSize: 1000 })
        const expected = all.filter(
          (row) => passesRange(cell(row, key), 'begin', low ?? '', kind) && passesRange(cell(row, key), 'end', high ?? '', kind),
        )
        if (idsOf(page.records).sort().join() !== idsOf(expected).sort().join())
          problems.push(`${key} ${low}..${high}: ${page.records.length}, expected ${expected.length}`)
      }
      expectNone(problems)
    })

    test('every column sorts both ways, with ties by id, and paging loses nothing', async () => {
      const sortable = askable(entity).filter((key) => entity.fields[key]?.type !== 'mark')
      for (const key of [...sortable, ...Object.keys(systemFields)]) {
        for (const order of ['asc', 'desc'] as const) {
          const whole = idsOf((await list({ column: key, order, pageSize: 1000 })).records)
          expect({ key, order, ids: whole }).toEqual({ key, order, ids: ordered(model, all, { key, order }) })
          const pages: string[] = []
          for (let pageNo = 1; pages.length < all.length && pageNo <= all.length; pageNo++)
            pages.push(...idsOf((await list({ column: key, order, pageNo, pageSize: 17 })).records))
          expect(pages).toEqual(whole)
        }
      }
    })

    test('a display text sorts like its field, an unknown column is ignored, and the default sort is the documented one', async () => {
      const { by, order } = entity.list.sort ?? { by: 'createTime', order: 'desc' as const }
      const standard = ordered(model, all, { key: by, order })
      expect(idsOf((await list({ pageSize: 1000 })).records)).toEqual(standard)
      for (const column of ['noSuchColumn', 'id desc; drop table sys_user', 'password', '', '__proto__', 'constructor']) {
        expect(idsOf((await list({ column, order: 'asc', pageSize: 1000 })).records)).toEqual(standard)
      }
      const key = askable(entity)[0] ?? ''
      expect(idsOf((await list({ column: `${key}_dictText`, order: 'ASCEND', pageSize: 1000 })).records)).toEqual(
        ordered(model, all, { key, order: 'asc' }),
      )
    })

    test('unknown and blank parameters are ignored, odd paging values are tolerated, and a page has at most 1000 rows, or as many as the list allows', async () => {
      const total = all.length
      const ignored: Record<string, string>[] = [
        { noSuchField: 'x' },
        { password: 'x' },
        { _t: '17' },
        { [askable(entity)[0] ?? '']: '' },
        { constructor: 'x' },
        { superQueryMatchType: 'or' },
      ]
      for (const query of ignored) {
        if (Object.keys(query).some((key) => key in needed)) continue
        expect((await list(query)).total).toBe(total)
      }
      expect(await list({ pageSize: 999_999 })).toMatchObject({ size: entity.list.mostRows ?? 1000, total })
      for (const odd of ['0', '-1', 'x', '1e9', '']) expect(await list({ pageNo: odd, pageSize: odd })).toMatchObject({ total, current: 1 })
      for (const far of ['1000', '99999999999999999999', String(2 ** 53)])
        expect(await list({ pageNo: far })).toMatchObject({ records: [], total })
    })
  })
})

describe('planted', () => {
  test('the independent implementation would notice a filter that loses NULL or case', () => {
    expect([passesFilter(null, '!a', 'text'), passesFilter('b', '!a', 'text'), passesFilter('a', '!a', 'text')]).toEqual([
      true,
      true,
      false,
    ])
    expect([passesFilter('ABC', '*b*', 'text'), passesFilter('a%b', '*%*', 'text'), passesFilter('ab', '*%*', 'text')]).toEqual([
      true,
      true,
      false,
    ])
    expect([passesFilter(10, 'gt 9', 'number'), passesFilter('10', 'gt 9', 'text')]).toEqual([true, false])
    expect(
      ordered(
        undefined,
        [
          { id: '2', a: 1 },
          { id: '1', a: 1 },
          { id: '3', a: null },
        ],
        { key: 'a', order: 'asc' },
      ),
    ).toEqual(['3', '1', '2'])
  })
})
