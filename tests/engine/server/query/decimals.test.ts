import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineEntity, type WireRow } from '../../../../engine/schema/index.ts'
import type { Actor, Engine } from '../../../../engine/server/contract.ts'
import { createEngine } from '../../../../engine/server/create-engine.ts'
import {
  diffTables,
  engineTables,
  migrate,
  modelsOf,
  openDatabase,
  planTables,
  type UntypedDatabase,
} from '../../../../engine/server/index.ts'
import { readSql } from '../../../../engine/server/query/kept-sql.ts'
import { pick, seeded } from '../../../api/contract/random-rows.ts'
import { expectNone } from '../../../support/expect-none.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { freshDatabase } from '../../../support/postgres.ts'

const note = defineEntity({
  name: 'comment',
  title: '评语',
  domain: 'teaching',
  table: 'note',
  endpoints: { base: '/note' },
  label: 'comment',
  fields: {
    comment: { type: 'text', label: '评语' },
    amount: { type: 'decimal', label: '数量', scale: 3 },
    points: { type: 'decimal', label: '分数', scale: 1, default: 90.5, index: true },
    number: { type: 'decimal', label: '编号', scale: 2, unique: '编号已存在!' },
  },
  list: { columns: ['comment'], sort: { by: 'amount', order: 'asc' } },
  scope: 'none',
  access: { grants: {} },
})
const actor: Actor = { id: '1', username: 'one', realname: '一', role: '1', orgCode: '', permissions: new Set() }

/** More places than any value or question of these tests has. */
const PLACES = 9
/** The number that a text says, in units of 10^-9: decimal arithmetic that has nothing to do with the databases. */
function unitsOf(text: string): bigint {
  const [, sign, whole = '0', places = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const units = BigInt(whole + places.padEnd(PLACES, '0'))
  return sign === '-' ? -units : units
}

function textOf(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(PLACES + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`
}

const random = seeded(9)
const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
/** A number with at most this many places; some are whole, some are beside a tie. */
const randomText = (places: number) => {
  const text = `${random() < 0.5 ? '-' : ''}${Number(digits(1 + Math.floor(random() * 5)))}`
  return random() < 0.2 ? text : `${text}.${digits(1 + Math.floor(random() * places))}`
}
const known = [
  '0.1',
  '0.2',
  '0.3',
  '33.335',
  '90.5',
  '-0',
  '0',
  '-0.001',
  '0.001',
  '999999999999.999',
  '-999999999999.999',
  '1.005',
  '8.575',
]
const amounts = [...known, ...Array.from({ length: 60 }, () => randomText(3))]

onBothDatabases('decimals', (database) => {
  let db: UntypedDatabase
  let engine: Engine
  let remove: () => Promise<void>
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shiyan-decimals-'))
    const postgres = database === 'postgres' ? await freshDatabase() : undefined
    db = openDatabase({ dataDir: folder, ...(postgres ? { databaseUrl: postgres.url } : {}) })
    await migrate(db, [{ name: '0001-first', steps: diffTables([], [...engineTables, ...planTables(modelsOf([note]))]).steps }])
    engine = createEngine({
      entities: [note],
      rules: {},
      scopes: {},
      derivations: {},
      domains: {},
      db,
      readDictionaries: () => Promise.resolve(new Map()),
      dictionaryPlaces: sql`select 1`,
      nameOf: () => Promise.resolve(undefined),
      hash: (secret) => Promise.resolve(secret),
      seal: (secret) => secret,
      now: () => '2026-01-01 00:00:00',
    }).engine
    await engine.write({
      entity: 'comment',
      operation: 'add',
      rows: amounts.map((amount) => ({ comment: amount, amount, points: null })),
      actor,
    })
    remove = async () => {
      await db.close()
      await postgres?.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  afterAll(() => remove())

  const list = async (query: Record<string, string>) =>
    (await engine.list({ entity: 'comment', actor, query: { pageSize: '1000', ...query } })).records
  const written = (rows: readonly WireRow[]) => rows.flatMap(({ comment }) => (amounts.includes(String(comment)) ? [String(comment)] : []))
  const add = async (row: WireRow) => (await engine.write({ entity: 'comment', operation: 'add', rows: [row], actor }))[0]?.id ?? ''
  const model = () => engine.model('comment')

  test('come back as the number that was written, and zero has no sign', async () => {
    const rows = await list({ comment: amounts.join(',') })
    expect(rows).toHaveLength(amounts.length)
    for (const { comment, amount } of rows)
      expect(Object.is(amount, Number(comment) + 0), `${String(comment)} came as ${String(amount)}`).toBe(true)
  })

  test('are added without a rounding error, and tenths make whole numbers', async () => {
    const field = model().entity.fields['amount']
    if (!field) throw new Error('no amount')
    const wrong: string[] = []
    for (let round = 0; round < 40; round++) {
      const some = round === 0 ? ['0.1', '0.2'] : Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(random, amounts))
      const texts = [...new Set(some)].filter((text) => !text.includes('999999999999'))
      const { rows } = await sql<{ sum: number; most: number }>`select ${readSql(field, sql`sum(t.amount)`, db.dialect)} as sum,
        ${readSql(field, sql`max(t.amount)`, db.dialect)} as most
        from note as t where t.comment in (${sql.join(texts.length ? texts : ['0'])})`.execute(db.read)
      const units = (texts.length ? texts : ['0']).map(unitsOf)
      const sum = textOf(units.reduce((all, one) => all + one, 0n))
      const most = textOf(units.reduce((greatest, one) => (one > greatest ? one : greatest)))
      if (rows[0]?.sum !== Number(sum) || rows[0].most !== Number(most)) wrong.push(`${texts.join(' + ')} = ${sum}, not ${rows[0]?.sum}`)
    }
    expectNone(wrong)
  })

  test('are compared as decimals, with numbers of more places too', async () => {
    const signs: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
      gt: (a, b) => a > b,
      ge: (a, b) => a >= b,
      lt: (a, b) => a < b,
      le: (a, b) => a <= b,
      eq: (a, b) => a === b,
      ne: (a, b) => a !== b,
    }
    const wrong: string[] = []
    for (const asked of [...known, '33.3350001', '33.3349999', '90.45', '-0.0005', ...Array.from({ length: 25 }, () => randomText(6))]) {
      const right = (is: (a: bigint, b: bigint) => boolean) => amounts.filter((text) => is(unitsOf(text), unitsOf(asked))).sort()
      const check = async (query: Record<string, string>, expected: readonly string[]) => {
        const found = written(await list(query)).sort()
        if (JSON.stringify(found) !== JSON.stringify(expected))
          wrong.push(`${JSON.stringify(query)}: ${found.join()} not ${expected.join()}`)
      }
      for (const [sign, is] of Object.entries(signs)) {
        await check({ amount: `${sign} ${asked}` }, right(is))
        const rules = JSON.stringify([{ field: 'amount', rule: sign, val: asked }])
        await check({ superQueryParams: rules }, right(is))
      }
      await check(
        { amount_begin: asked },
        right((a, b) => a >= b),
      )
      await check(
        { amount_end: asked },
        right((a, b) => a <= b),
      )
      await check({ amount: `${asked},0.2` }, amounts.filter((text) => [asked, '0.2'].some((one) => unitsOf(one) === unitsOf(text))).sort())
    }
    expectNone(wrong)
  })

  test('are sorted as decimals, in pages and in a walk', async () => {
    const sorted = (texts: readonly string[]) => texts.map((text) => Number(text) + 0)
    const expected = sorted([...amounts].sort((a, b) => Number(unitsOf(a) - unitsOf(b))))
    const shown = async (query: Record<string, string>) =>
      (await list({ comment: amounts.join(','), ...query })).map(({ amount }) => amount)
    expect(await shown({ column: 'amount', order: 'asc' })).toEqual(expected)
    expect(await shown({ column: 'amount', order: 'desc' })).toEqual(expected.toReversed())
    const walked: unknown[] = []
    const request = { entity: 'comment', actor, query: { comment: amounts.join(','), column: 'amount', order: 'asc' } }
    for await (const rows of engine.walk(request, 3)) walked.push(...rows.map(({ amount }) => amount))
    expect(walked).toEqual(expected)
  })

  test('are looked for by their digits as they are shown', async () => {
    await add({ comment: '九十', amount: 90, points: 90 })
    expect((await list({ points: '*.0*' })).map(({ points }) => points)).toEqual(database === 'sqlite' ? [90] : [])
    expect((await list({ points: '9*' })).map(({ points }) => points)).toContain(90)
  })

  test('have their default from the write path and from the column', async () => {
    expect(await engine.find('comment', await add({ comment: '缺' }), actor)).toMatchObject({ points: 90.5 })
    await db.write((tx) => sql`insert into note (id, comment, create_time) values ('raw', 'raw', '')`.execute(tx))
    expect(await engine.find('comment', 'raw', actor)).toMatchObject({ points: 90.5 })
  })

  test('are merged, guarded and written into the audit as the numbers of the wire', async () => {
    const id = await add({ comment: '合', amount: 33.335, points: 0.3 })
    const edit = (row: WireRow, more: object = {}) =>
      engine.write({ entity: 'comment', operation: 'edit', rows: [{ id, ...row }], actor, ...more })
    expect(await edit({ amount: '33.335', points: 0.1 + 0.2 })).toMatchObject([{ outcome: 'unchanged' }])
    await edit({ points: 0.1 })
    expect(await edit({ version: 1, _base: { amount: 33.335 }, amount: 8.575 })).toMatchObject([
      { outcome: 'changed', changed: ['amount'] },
    ])
    const stale = edit({ version: 1, _base: { points: 0.3 }, points: 0.2 })
    await expect(stale).rejects.toMatchObject({ details: { clashes: [{ field: 'points', yours: 0.2, theirs: 0.1, base: 0.3 }] } })
    await expect(edit({ comment: '改' }, { guard: { when: { points: 0.2 }, otherwise: '不是 0.2' } })).rejects.toThrow('不是 0.2')
    await edit({ comment: '改' }, { guard: { when: { points: 0.1, amount: { gte: 8.575, lte: 8.575 } }, otherwise: '不是 0.1' } })
    const rows = await db.read.selectFrom('sys_audit').select('changes').where('row_id', '=', id).orderBy('version').execute()
    expect(rows.map(({ changes }) => JSON.parse(String(changes)) as object)).toMatchObject([
      { amount: [null, 33.335], points: [null, 0.3] },
      { points: [0.3, 0.1] },
      { amount: [33.335, 8.575] },
      {},
    ])
  })

  test('are unique by value, however they are written', async () => {
    await add({ comment: '一号', number: '1.10' })
    await expect(add({ comment: '二号', number: 1.1 })).rejects.toMatchObject({ details: { number: '编号已存在!' } })
    await add({ comment: '三号', number: 1.11 })
  })

  test('have fifteen digits in all; more is refused with a sentence', async () => {
    expect(await engine.find('comment', await add({ amount: '999999999999.999' }), actor)).toMatchObject({ amount: 999999999999.999 })
    await expect(add({ amount: '1000000000000' })).rejects.toMatchObject({ details: { amount: '数量超出范围' } })
    await expect(add({ amount: '0.0001' })).rejects.toMatchObject({ details: { amount: '数量最多3位小数' } })
  })
})
