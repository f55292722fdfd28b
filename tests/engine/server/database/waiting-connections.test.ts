import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseTrouble } from '../../../../engine/server/database/trouble.ts'
import { openPostgres } from '../../../../engine/server/database/postgres.ts'
import { Unavailable } from '../../../../engine/server/errors.ts'
import { hasPostgres } from '../../../support/databases.ts'
import { freshDatabase } from '../../../support/postgres.ts'

test.skipIf(!hasPostgres())('readers never wait for writers, and a caller who waits too long for a connection is told so', async () => {
  const { url, drop } = await freshDatabase()
  const db = openPostgres(url, { size: 1, patience: 300 })
  await db.write(async () => {
    expect((await sql<{ n: number }>`select 1 as n`.execute(db.read)).rows).toEqual([{ n: 1 }])
    const refused: unknown = await db.write(() => Promise.resolve()).catch((error: unknown) => error)
    expect(databaseTrouble(refused)).toBeInstanceOf(Unavailable)
  })
  await db.write((tx) => sql`select 1`.execute(tx))
  await db.close()
  await drop()
})

test.skipIf(!hasPostgres())('a read-only statement is stopped if it takes too long, and says so', async () => {
  const { url, drop } = await freshDatabase()
  const db = openPostgres(url, { longestRead: 100 })
  for (const reader of [db.read, db.steady]) {
    const stopped: unknown = await sql`select pg_sleep(20)`.execute(reader).catch((error: unknown) => error)
    expect(databaseTrouble(stopped)?.message).toBe('查询用时过长，已停止。请缩小筛选范围后重试！')
  }
  await db.write((tx) => sql`select pg_sleep(0.2)`.execute(tx))
  await db.close()
  await drop()
})
