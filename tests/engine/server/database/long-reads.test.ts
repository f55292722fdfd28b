import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ReadingThreads } from '../../../../engine/server/database/reading-threads.ts'
import { trackRequests } from '../../../../engine/server/http/current-request.ts'
import { sqliteReaders } from '../../../../engine/server/database/sqlite-reader.ts'
import { openSqlite } from '../../../../engine/server/database/sqlite.ts'
import { databaseTrouble } from '../../../../engine/server/database/trouble.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

const ROWS = 30_000
const PATTERNS = 20

interface Page {
  readonly records: readonly { readonly comment: string }[]
  readonly total: number
}

onBothDatabases('a search through a large table', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    await app.app.engine.db.write((tx) =>
      sql`insert into bh_inspection_comment (id, comment, comment_leve, comment_type, create_by, create_time, version)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})
        select cast(i as text), 'row ' || i || ' of a long text that has to be compared from its beginning to its end', 1, '1', 'me', '2026-01-01', 1
        from n`.execute(tx),
    )
  })
  afterAll(() => app.close())

  const list = (query: Record<string, string | number>) =>
    app.call<Page>('GET', '/inspect/bhInspectionComment/list', { as: admin, query: { column: 'commentLeve', order: 'asc', ...query } })
  const rulesFor = (texts: readonly string[]) => ({
    superQueryMatchType: 'or',
    superQueryParams: JSON.stringify(texts.map((val) => ({ field: 'comment', rule: 'like', val }))),
  })

  test('holds nobody: others are answered while it runs', async () => {
    let isOver = false
    const search = list(rulesFor(Array.from({ length: PATTERNS }, (_, index) => `no such text ${index}`))).finally(() => (isOver = true))
    let answered = 0
    while (!isOver) {
      expect((await app.call('GET', '/sys/tenant/queryList', { as: admin })).status).toBe(200)
      answered++
      await turn()
    }
    expect((await search).body.result.total).toBe(0)
    // On the same thread two would be: the one that began before it, and the one that sees its end.
    expect(answered).toBeGreaterThan(10)
  })

  test('answers what it would answer on a small one', async () => {
    const { body } = await list(rulesFor(['ROW 29999 ', 'row 4_', 'row 123 ']))
    expect(body.result.records.map(({ comment }) => comment.slice(0, 10).trim()).sort()).toEqual(['row 123 of', 'row 29999'])
    expect(body.result.total).toBe(2)
    expect((await list({})).body.result.total).toBe(ROWS)
  })
})

describe('on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-long-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const endless = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 12000000) select count(*) as c from n`

  test('a read that takes too long is given up with a sentence, and the next one is answered', async () => {
    const db = openSqlite(join(folder, 'limit.db'), { longestRead: 1000 })
    await db.write(async (tx) => {
      await sql`create table t (n integer)`.execute(tx)
      await sql`insert into t with recursive n (i) as (select 1 union all select i + 1 from n where i < 21000) select i from n`.execute(tx)
    })
    const stopped: unknown = await sql`select (${endless}) as c from t limit 1`.execute(db.read).catch((error: unknown) => error)
    // 503: pages offer to try again.
    expect(databaseTrouble(stopped)).toMatchObject({ status: 503, message: '查询用时过长，已停止。请缩小筛选范围后重试！' })
    const count = async () => (await sql`select count(*) as c from t`.execute(db.read).catch(() => undefined))?.rows
    await expect.poll(count).toEqual([{ c: 21000 }])
    await expect(sql`select missing from t where n = 1`.execute(db.read)).rejects.toThrow('no such column: missing')
    await db.close()
  })

  test('while a long read runs in its thread, others of the same reader are answered', async () => {
    const db = openSqlite(join(folder, 'beside.db'), { longestRead: 60_000 })
    onTestFinished(() => db.close())
    await db.write((tx) => sql`create table t (n integer)`.execute(tx))
    await db.write((tx) =>
      sql`insert into t with recursive n (i) as (select 1 union all select i + 1 from n where i < 21000) select i from n`.execute(tx),
    )
    let isOver = false
    const long = sql`select (${endless}) as c from t limit 1`.execute(db.read).finally(() => (isOver = true))
    for (let time = 0; time < 10; time++) expect((await sql`select 1 as one`.execute(db.read)).rows).toEqual([{ one: 1 }])
    expect(isOver).toBe(false)
    expect((await long).rows).toHaveLength(1)
  })

  test('what a search by an index finds in a large table is sorted in a thread, until it was little once', async () => {
    const connection = new BetterSqlite3(join(folder, 'sorted.db'))
    connection.exec(`create table t (kind integer, word text); create index t_kind on t (kind);
      insert into t with recursive n (i) as (select 1 union all select i + 1 from n where i < 30000) select i % 2 + 10 * (i = 5), 'w' || i from n`)
    // The threads have connections of their own, which do not know this function.
    connection.function('here', () => 'here')
    const readers = sqliteReaders(connection, { longestRead: 10_000 })
    const sorted = (kind: number) =>
      sql<{ word: string }>`select word, here() as place from t where kind = ${kind} order by word limit 1`.execute(readers.brief)
    await expect(sorted(1)).rejects.toThrow('no such function: here')
    await expect(sorted(0)).rejects.toThrow('no such function: here')
    const few = sql<{ word: string }>`select word from t where kind = ${11} order by word`
    for (let time = 0; time < 3; time++) expect((await few.execute(readers.read)).rows).toEqual([{ word: 'w5' }])
    await readers.close()
  })

  test('a read that was given up still counts for its person, until its thread is free', async () => {
    const file = join(folder, 'given-up.db')
    new BetterSqlite3(file).close()
    const threads = new ReadingThreads(file, { size: 3, longestRead: 1500 })
    const long = {
      sql: 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 25000000) select count(*) from n',
      parameters: [],
    }
    const short = { sql: 'select 1 as one', parameters: [] }
    const app = fastify()
    trackRequests(app)
    app.get('/long', () => threads.read(long))
    app.get('/short', () => threads.read(short))
    const ask = async (url: string, remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode
    expect(await Promise.all([ask('/long', '10.0.0.1'), ask('/long', '10.0.0.1')])).toEqual([500, 500])
    const again = ask('/long', '10.0.0.1')
    expect(await ask('/short', '10.0.0.2')).toBe(200)
    expect(await again).toBe(500)
    await threads.close()
  }, 60_000)

  test('a read is long by what it takes of a processor, not by how long it waits for one', async () => {
    const connection = new BetterSqlite3(join(folder, 'weights.db'))
    const paused = new Int32Array(new SharedArrayBuffer(4))
    connection.function('pause', (milliseconds: number) => Atomics.wait(paused, 0, 0, milliseconds))
    connection.function('toil', (milliseconds: number) => {
      const began = performance.now()
      while (performance.now() - began < milliseconds);
      return 'ok'
    })
    const readers = sqliteReaders(connection, { longestRead: 10_000 })
    // The threads have connections of their own, which do not know these functions.
    for (let time = 0; time < 10; time++)
      expect((await sql`select pause(30) as a`.execute(readers.read)).rows).toEqual([{ a: 'timed-out' }])
    const toil = async () => (await sql`select toil(100) as a`.execute(readers.read)).rows
    await expect.poll(() => toil().catch((error: unknown) => String(error)), { timeout: 20_000 }).toContain('no such function: toil')
    await readers.close()
  })

  test('what a thread reads is what is committed, and its faults are the database’s', async () => {
    const db = openSqlite(join(folder, 'same.db'))
    await db.write(async (tx) => {
      await sql`create table t (n integer, word text)`.execute(tx)
      await sql`insert into t with recursive n (i) as (select 1 union all select i + 1 from n where i < 21000) select i, null from n`.execute(
        tx,
      )
    })
    for (const word of ['one', 'another']) {
      await db.write((tx) => sql`update t set word = ${word} where n = 4321`.execute(tx))
      expect((await sql`select n, word from t where word like ${'%o%'}`.execute(db.read)).rows).toEqual([{ n: 4321, word }])
    }
    await expect(sql`select abs(-9223372036854775808) as n from t`.execute(db.read)).rejects.toMatchObject({ code: 'SQLITE_ERROR' })
    await db.close()
  })
})
