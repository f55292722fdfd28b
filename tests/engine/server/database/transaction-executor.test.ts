import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openPostgres } from '../../../../engine/server/database/postgres.ts'
import type { Tx } from '../../../../engine/server/contract.ts'
import { sendTogether } from '../../../../engine/server/database/known-statements.ts'
import { hasPostgres } from '../../../support/databases.ts'
import { freshDatabase } from '../../../support/postgres.ts'

describe.skipIf(!hasPostgres())('a transaction that is over', () => {
  test('executes nothing more, committed or not: its connection is used by the next one', async () => {
    const { url, drop } = await freshDatabase()
    const db = openPostgres(url, { size: 1 })
    const ended: Tx[] = []
    await db.write(async (tx) => {
      await sql`create table t (id integer)`.execute(tx)
      ended.push(tx)
    })
    await expect(
      db.write(async (tx) => {
        ended.push(tx)
        throw new Error('given up')
      }),
    ).rejects.toThrow('given up')
    expect(ended).toHaveLength(2)
    await db.write(async (tx) => {
      for (const old of ended) {
        const late = sql`insert into t (id) values (${1})`
        await expect(late.execute(old)).rejects.toThrow('the transaction is over')
        await expect(sendTogether(old, [late.compile(old)])).rejects.toThrow('the transaction is over')
      }
      await sql`insert into t (id) values (${2})`.execute(tx)
    })
    expect((await sql`select id from t where id > ${0}`.execute(db.read)).rows).toEqual([{ id: 2 }])
    await db.close()
    await drop()
  })

  test('gives its connection back, unless nothing can be undone on it: cut in the middle, it is not used again', async () => {
    const { url, drop } = await freshDatabase()
    const db = openPostgres(url, { size: 1 })
    const cut = db.write(async (tx) => {
      await sql`create table t (id integer)`.execute(tx)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    await expect(cut).rejects.toThrow()
    await db.write((tx) => sql`create table t (id integer)`.execute(tx))
    expect((await sql`select id from t`.execute(db.read)).rows).toEqual([])
    await db.close()
    await drop()
  })
})
