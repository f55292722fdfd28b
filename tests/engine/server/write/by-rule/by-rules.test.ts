import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineEntity, type WireRow } from '../../../../../engine/schema/index.ts'
import type { Actor, Engine, EngineOptions } from '../../../../../engine/server/contract.ts'
import { createEngine } from '../../../../../engine/server/create-engine.ts'
import { valueRules } from '../../../../../src/server/platform/value-rules.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'

const order = defineEntity({
  name: 'comment',
  title: '订单',
  domain: 'teaching',
  table: 'lab_order',
  endpoints: { base: '/order' },
  label: 'number',
  fields: {
    number: { type: 'text', label: '单号', unique: '单号已存在!', code: 'order_number' },
    place: { type: 'text', label: '位置', check: 'place_code' },
    name: { type: 'text', label: '名称', unique: '名称已存在!' },
  },
  list: { columns: ['number'], sort: { by: 'number', order: 'asc' } },
  scope: 'none',
  access: { grants: {} },
})
const lot = defineEntity({
  name: 'semester',
  title: '抽签',
  domain: 'teaching',
  table: 'lab_lot',
  endpoints: { base: '/lot' },
  label: 'ticket',
  fields: { ticket: { type: 'text', label: '抽签号', unique: '抽签号已存在!', max: 2, lowerCase: true, code: 'ticket' } },
  list: { columns: ['ticket'], sort: { by: 'ticket', order: 'asc' } },
  scope: 'none',
  access: { grants: {} },
})
const actor: Actor = { id: '1', username: 'one', realname: '一', role: '1', orgCode: '', permissions: new Set() }

/** An engine of its own over the product's database, with the rules that people have made there. */
function engineOver({ app }: TestApp): Engine {
  return createEngine({
    entities: [order, lot],
    rules: {},
    scopes: {},
    derivations: {},
    domains: {},
    // The application's type of it leaves out what the engine alone uses.
    db: app.engine.db as EngineOptions['db'],
    readDictionaries: () => Promise.resolve(new Map()),
    dictionaryPlaces: sql`select 1`,
    nameOf: () => Promise.resolve(undefined),
    hash: (secret) => Promise.resolve(secret),
    seal: (secret) => secret,
    now: () => '2026-01-01 00:00:00',
    valueRules,
  }).engine
}

onBothDatabases('fields with a fill rule or a check rule', (database) => {
  let app: TestApp
  let engine: Engine
  beforeAll(async () => {
    app = await testApp({ database })
    engine = engineOver(app)
    await app.app.engine.db.write((tx) =>
      sql`create table lab_order (id text primary key, number text unique, place text, number_sort_key text, place_sort_key text,
        name text unique, name_sort_key text,
        create_by text, create_time text, update_by text, update_time text, version integer)`.execute(tx),
    )
    await app.app.engine.db.write((tx) =>
      sql`create table lab_lot (id text primary key, ticket text unique, ticket_sort_key text, create_by text, create_time text,
        update_by text, update_time text, version integer)`.execute(tx),
    )
    const admin = await app.signIn('admin', '1')
    const made = async (path: string, body: object) =>
      expect((await app.call('POST', path, { as: admin, body })).body.message).toBe('添加成功！')
    await made('/sys/fillRule/add', {
      ruleName: '单号',
      ruleCode: 'order_number',
      ruleClass: 'SequenceRule',
      ruleParams: { prefix: 'D', digits: 3 },
    })
    await made('/sys/fillRule/add', {
      ruleName: '抽签',
      ruleCode: 'ticket',
      ruleClass: 'RandomRule',
      ruleParams: { prefix: 'T', digits: 1 },
    })
    const rule = { pattern: '[A-Z]\\d+', message: '一个大写字母后跟数字', priority: 1 }
    await made('/sys/checkRule/add', { ruleName: '位置', ruleCode: 'place_code', globalRules: [rule] })
  })
  afterAll(() => app.close())

  const add = (rows: readonly WireRow[], onRefusal?: 'collect') =>
    engine.write({ entity: 'comment', operation: 'add', rows, actor, ...(onRefusal && { onRefusal }) })
  const edit = (row: WireRow) => engine.write({ entity: 'comment', operation: 'edit', rows: [row], actor })
  const all = async () => (await engine.list({ entity: 'comment', actor, query: { pageSize: '1000' } })).records
  const numbers = async () => (await all()).map(({ number }) => number)
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, place) => `D${String(from + place).padStart(3, '0')}`)

  test('a row without a value gets the next one; 50 at once get 50 without a gap', async () => {
    await Promise.all(Array.from({ length: 50 }, () => add([{}])))
    expect(await numbers()).toEqual(numbered(1, 50))
  })

  test('many rows get theirs in their order, those with a value of their own keep it, and a typed one is skipped', async () => {
    await add([{ number: 'D053' }])
    const written = await add([{ place: 'A1' }, { number: 'own' }, { place: 'A2' }, { place: 'A3' }])
    expect(written.map(({ outcome }) => outcome)).toEqual(['added', 'added', 'added', 'added'])
    const rows = await all()
    expect(['A1', 'A2', 'A3'].map((place) => rows.find((row) => row['place'] === place)?.['number'])).toEqual(['D051', 'D052', 'D054'])
  })

  test('a write that is refused uses no number up', async () => {
    await expect(add([{}, { place: 'a1' }])).rejects.toMatchObject({ details: { place: '一个大写字母后跟数字' } })
    const [good, bad] = await add([{ place: 'B1' }, { place: 'b1' }], 'collect')
    expect(bad).toMatchObject({ outcome: 'refused', details: { place: '一个大写字母后跟数字' } })
    expect((await all()).find(({ id }) => id === good?.id)).toMatchObject({ number: 'D055' })
  })

  test('a name that is taken uses no number up, and a number typed in the same write is skipped', async () => {
    await add([{ name: 'first' }])
    const first = (await all()).find(({ name }) => name === 'first')
    const next = Number(String(first?.['number']).slice(1)) + 1
    const [taken] = await add([{ name: 'first' }], 'collect')
    expect(taken).toMatchObject({ outcome: 'refused', details: { name: '名称已存在!' } })
    await add([{ name: 'second' }, { name: 'third', number: `D0${next + 1}` }, { name: 'fourth' }])
    const numberOf = (await all()).filter(({ name }) => name).map(({ name, number }) => [name, number])
    expect(Object.fromEntries(numberOf)).toMatchObject({ second: `D0${next}`, third: `D0${next + 1}`, fourth: `D0${next + 2}` })
  })

  test('values of a rule differ within one write, are stored as typed ones are, and a rule that has no more says so', async () => {
    const draw = (rows: readonly WireRow[]) => engine.write({ entity: 'semester', operation: 'add', rows, actor })
    await draw(Array.from({ length: 10 }, () => ({})))
    const { records } = await engine.list({ entity: 'semester', actor, query: { pageSize: '1000' } })
    expect(records.map(({ ticket }) => ticket)).toEqual(Array.from({ length: 10 }, (_, digit) => `t${digit}`))
    await expect(draw([{}])).rejects.toThrow('编码规则 ticket 没有生成可用的编码')
    await app.app.engine.db.write((tx) =>
      tx.updateTable('sys_fill_rule').set({ rule_params: '{"prefix":"T","digits":5}' }).where('rule_code', '=', 'ticket').execute(),
    )
    await expect(draw([{}])).rejects.toThrow('不能用作抽签号')
  })

  test('an edit keeps the number when it clears it, may change it, and is checked as well', async () => {
    const [row] = await add([{ place: 'C1' }])
    const id = row?.id ?? ''
    const added = (await all()).find((one) => one['id'] === id)
    expect(added?.['number']).toMatch(/^D\d{3}$/)
    await edit({ id, number: '' })
    expect((await all()).find((one) => one['id'] === id)).toEqual(added)
    await edit({ id, number: 'typed', place: 'C2' })
    expect((await all()).find((one) => one['id'] === id)).toMatchObject({ number: 'typed', place: 'C2' })
    await expect(edit({ id, place: 'c3' })).rejects.toMatchObject({ details: { place: '一个大写字母后跟数字' } })
  })

  test('a rule that nobody has made is named', async () => {
    await app.app.engine.db.write((tx) => tx.deleteFrom('sys_check_rule').where('rule_code', '=', 'place_code').execute())
    await expect(add([{ place: 'D1' }])).rejects.toThrow('校验规则 place_code 不存在')
    await app.app.engine.db.write((tx) => tx.deleteFrom('sys_fill_rule').where('rule_code', '=', 'order_number').execute())
    await expect(add([{}])).rejects.toThrow('该编码不存在')
  })
})
