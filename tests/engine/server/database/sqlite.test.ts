import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Tx } from '../../../../engine/server/contract.ts'
import { openSqlite } from '../../../../engine/server/database/sqlite.ts'

const sample: BetterSqlite3.Statement = new BetterSqlite3(':memory:').prepare('select 1')
const statement: BetterSqlite3.Statement = Object.getPrototypeOf(sample)

let folder: string
let db: ReturnType<typeof openSqlite>
const run = vi.spyOn(statement, 'run')

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shiyan-together-'))
  db = openSqlite(join(folder, 'shiyan.db'))
  await db.write(async (tx) => {
    await sql`create table owner (id integer primary key)`.execute(tx)
    await sql`create table note (text text, owner integer references owner (id) deferrable initially deferred)`.execute(tx)
  })
  run.mockClear()
})
afterEach(async () => {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

afterAll(() => run.mockRestore())

/** Others of the same process may have a database open. */
const isCommitHere = (of: unknown): boolean =>
  of instanceof statement.constructor &&
  'source' in of &&
  of.source === 'commit' &&
  'database' in of &&
  of.database instanceof BetterSqlite3 &&
  of.database.name === join(folder, 'shiyan.db')
const commits = (): number => run.mock.contexts.filter(isCommitHere).length
const add = (text: string) => db.write((tx) => sql`insert into note (text) values (${text})`.execute(tx))
const refused = (text: string) =>
  db.write(async (tx) => {
    await sql`insert into note (text) values (${text})`.execute(tx)
    throw new Error('changed my mind')
  })
const texts = async (): Promise<string[]> =>
  (await sql<{ text: string }>`select text from note order by text`.execute(db.read)).rows.map(({ text }) => text)
/** A commit begins no further write after some milliseconds, which a busy machine may take. */
function stopClock(): void {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
}
const said = (outcomes: readonly PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status === 'fulfilled')

test('writes that arrive together share one commit, and one that is refused leaves nothing behind and stops no other', async () => {
  stopClock()
  expect(said(await Promise.allSettled([add('a'), refused('b'), add('c'), add('d')]))).toEqual([true, false, true, true])
  expect(await texts()).toEqual(['a', 'c', 'd'])
  expect(commits()).toBe(1)
})

test('a write that arrives alone is committed alone', async () => {
  await add('a')
  await add('b')
  expect(commits()).toBe(2)
})

test('nobody is told that a write is done before it is committed', async () => {
  stopClock()
  const done: string[] = []
  const seen: unknown[] = []
  const look = async (tx: Tx) => {
    seen.push(...done, ...(await texts()))
    await sql`insert into note (text) values ('b')`.execute(tx)
  }
  await Promise.all([add('a').then(() => done.push('a')), db.write(look)])
  expect(seen).toEqual([])
  expect(await texts()).toEqual(['a', 'b'])
})

test('a write that the commit refuses is refused alone', async () => {
  const orphan = db.write((tx) => sql`insert into note (text, owner) values ('x', 7)`.execute(tx))
  expect(said(await Promise.allSettled([add('a'), orphan, add('c')]))).toEqual([true, false, true])
  expect(await texts()).toEqual(['a', 'c'])
})

test('when the transaction that several share ends on its own, each is done again alone', async () => {
  let tries = 0
  const full = db.write(async (tx) => {
    if (++tries === 1) await sql`rollback`.execute(tx)
    throw new Error('disk full')
  })
  expect(said(await Promise.allSettled([add('a'), full, add('c')]))).toEqual([true, false, true])
  expect(await texts()).toEqual(['a', 'c'])
})

test('a closed database refuses a write instead of keeping it waiting', async () => {
  await db.close()
  expect(said(await Promise.allSettled([add('a'), add('b')]))).toEqual([false, false])
  db = openSqlite(join(folder, 'shiyan.db'))
})

test('a value that is read with is an expression, so that no statement is planned again for it', async () => {
  await Promise.all([add('a'), add('b'), add('B')])
  const page = sql<{ text: string }>`select text from note where text like ${'b'} and owner is ${null} order by text limit ${1} offset ${1}`
  expect(page.compile(db.read).sql.match(/\S*\?/g)).toEqual(['+?', '+?', '+?', '+?'])
  expect((await page.execute(db.read)).rows).toEqual([{ text: 'b' }])
  const types = sql`select typeof(${'1'}) as a, typeof(${1.5}) as b, typeof(${null}) as c, ${'1'} = ${1} as d, ${'é'} as e`
  expect((await types.execute(db.read)).rows).toEqual([{ a: 'text', b: 'real', c: 'null', d: 0, e: 'é' }])
})
