import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untypedEngine } from '../../../../engine/server/index.ts'
import { applySteps } from '../../../../engine/server/tables/apply-steps.ts'
import { asSystem } from '../../../../src/server/access/system-actor.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ database: 'sqlite' })
})
afterAll(() => app.close())

const { raw } = sql
const form = async () => {
  const { read } = app.app.engine.db
  const triggers = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
    where type = 'trigger' and name like 'text\\_sys\\_position\\_%' escape '\\' order by name`.execute(read)
  const merging = await sql`select v from text_sys_position_config where k = 'automerge'`.execute(read)
  return { triggers: triggers.rows, merging: merging.rows }
}

test('on SQLite an index that an earlier release made takes rows as one of today', async () => {
  const today = await form()
  expect(today.triggers).toHaveLength(4)
  expect(today.merging).toEqual([{ v: 0 }])
  await app.app.engine.db.write(async (tx) => {
    await sql`drop trigger text_sys_position_taken`.execute(tx)
    await raw(`create trigger text_sys_position_taken after insert on text_sys_position_recent when new.n >= 200 begin
      delete from text_sys_position_recent; end`).execute(tx)
    await sql`insert into text_sys_position (text_sys_position, rank) values ('automerge', 4)`.execute(tx)
  })
  expect(await form()).not.toEqual(today)
  const step = { do: 'renewTextIndex', table: 'sys_position', columns: ['code', 'name'] } as const
  await untypedEngine(app.app.engine).db.write((tx) => applySteps(tx, 'sqlite', [{ ...step, on: 'postgres' }]))
  expect(await form()).not.toEqual(today)
  await untypedEngine(app.app.engine).db.write((tx) => applySteps(tx, 'sqlite', [{ ...step, on: 'sqlite' }]))
  expect(await form()).toEqual(today)
})

test('on SQLite the parts of an index are merged a few at a time, and stay few', async () => {
  const engine = untypedEngine(app.app.engine)
  const rows = Array.from({ length: 250 }, (_, n) => ({ code: `P${n}`, name: `工程师 ${n}`, postRank: '1' }))
  await engine.write({ entity: 'position', operation: 'add', rows, ...asSystem })
  for (let round = 0; round < 20; round++)
    await engine.db.write((tx) => sql`update sys_position set name = '讲师 ' || ${sql.lit(round)} || code`.execute(tx))
  const { rows: parts } = await app.app.engine.db.write((tx) => sql`select distinct segid from text_sys_position_idx`.execute(tx))
  expect(parts.length).toBeLessThan(10)
  const query = { name: '*讲师 19P24*', pageSize: 100 }
  const admin = await app.signIn('admin', '1')
  const { body } = await app.call<{ total: number }>('GET', '/sys/position/list', { as: admin, query })
  expect(body.result.total).toBe(11)
})
