import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendTogether } from '../../../../engine/server/database/known-statements.ts'
import { openPostgres } from '../../../../engine/server/database/postgres.ts'
import type { Database, Tx } from '../../../../engine/server/contract.ts'
import { hasPostgres } from '../../../support/databases.ts'
import { freshDatabase } from '../../../support/postgres.ts'

describe.skipIf(!hasPostgres())('statements that are sent together', () => {
  let db: Database
  let drop: () => Promise<void>

  beforeAll(async () => {
    const made = await freshDatabase()
    drop = made.drop
    db = openPostgres(made.url, { size: 1 })
  })
  afterAll(async () => {
    await db.close()
    await drop()
  })
  beforeEach(() =>
    db.write(async (tx) => {
      await sql`drop table if exists t; create table t (id text primary key, n integer)`.execute(tx)
    }),
  )

  const add = (tx: Tx, id: string, n: unknown) => sql`insert into t (id, n) values (${id}, ${n})`.compile(tx)
  const rows = async () => (await sql`select id, n from t where id <> ${''} order by id`.execute(db.read)).rows
  const commit = (tx: Tx) => sql`commit`.compile(tx)

  test('are answered each with its own rows and counts', async () => {
    const answers = await db.write((tx) =>
      sendTogether<unknown>(tx, [
        add(tx, 'a', 1),
        sql`update t set n = n + ${1}`.compile(tx),
        sql`select id, n, null as nothing from t where id = ${'a'}`.compile(tx),
        sql`select n from t where id = ${'nobody'}`.compile(tx),
      ]),
    )
    expect(answers.map(({ numAffectedRows, rows: found }) => [numAffectedRows, found])).toEqual([
      [1n, []],
      [1n, []],
      [undefined, [{ id: 'a', n: 2, nothing: null }]],
      [undefined, []],
    ])
  })

  test('leave nothing behind if one of them fails, not even with the commit among them; the connection goes on', async () => {
    const failed = db.write((tx) => sendTogether(tx, [add(tx, 'a', 1), add(tx, 'b', 'no number'), add(tx, 'c', 3), commit(tx)]))
    await expect(failed).rejects.toMatchObject({ code: '22P02' })
    expect(await rows()).toEqual([])
    await db.write((tx) => sendTogether(tx, [add(tx, 'a', 1), commit(tx)]))
    expect(await rows()).toEqual([{ id: 'a', n: 1 }])
  })

  test('are not said to be stored if one failed and nobody heard of it', async () => {
    const unheard = db.write(async (tx) => {
      await sendTogether(tx, [add(tx, 'a', 1)])
      await sendTogether(tx, [add(tx, 'b', 'no number')]).catch(() => undefined)
    })
    await expect(unheard).rejects.toThrow('a statement of the transaction has failed')
    expect(await rows()).toEqual([])
  })

  test('say of a text that cannot be parsed what is wrong with it, each time', async () => {
    for (let time = 0; time < 2; time++) {
      const failed = db.write((tx) => sendTogether(tx, [add(tx, 'a', 1), sql`selekt ${1}`.compile(tx)]))
      await expect(failed).rejects.toMatchObject({ code: '42601' })
    }
    expect(await rows()).toEqual([])
  })

  test('are parsed anew once the columns of a table have changed', async () => {
    const all = async () => (await db.write((tx) => sql`select * from t where id = ${'a'}`.execute(tx))).rows
    await db.write((tx) => sendTogether(tx, [add(tx, 'a', 1)]))
    expect(await all()).toEqual([{ id: 'a', n: 1 }])
    await db.write((tx) => sql`alter table t add column more text`.execute(tx))
    expect(await all()).toEqual([{ id: 'a', n: 1, more: null }])
  })

  test('carry texts, numbers, truths, lists and bytes as they are', async () => {
    const texts = ['a"b', 'c\\d', '{e,f}', '', '二\u0001']
    const values = sql`select cast(${'文'} as text) as text, cast(${1.5} as double precision) as number, cast(${true} as boolean) as truth,
      cast(${texts} as text[]) as texts, cast(${Buffer.from([0, 255])} as bytea) as bytes, cast(${null} as text) as nothing`
    const row = { text: '文', number: 1.5, truth: true, texts, bytes: Buffer.from([0, 255]), nothing: null }
    for (const reader of [db.read, db.read]) expect((await values.execute(reader)).rows).toEqual([row])
  })

  test('are answered at once where there are none', async () => {
    expect(await db.write((tx) => sendTogether(tx, []))).toEqual([])
  })

  test('fail before anything is sent if one has a value that cannot be', async () => {
    const failed = db.write((tx) => sendTogether(tx, [add(tx, 'a', 1), add(tx, 'b', new Map())]))
    await expect(failed).rejects.toThrow('a statement cannot hold [object Map]')
    expect(await rows()).toEqual([])
  })
})
