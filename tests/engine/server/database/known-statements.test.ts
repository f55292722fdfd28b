import BetterSqlite3 from 'better-sqlite3'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Tables } from '../../../../engine/server/contract.ts'
import { KnownStatements, type KnownStatement } from '../../../../engine/server/database/known-statements.ts'

interface Row {
  readonly id: string
}

describe('cached queries', () => {
  let db: Kysely<Tables>
  let built: number
  let statements: KnownStatements

  beforeEach(() => {
    const database = new BetterSqlite3(':memory:')
    database.exec(`create table t (id text, kind text, n integer); insert into t values ('a', 'x', 1), ('b', 'x', 2), ('c', 'y', 10)`)
    db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
    built = 0
    statements = new KnownStatements()
  })
  afterEach(() => db.destroy())

  const byKind = (kind: string, limit: number): KnownStatement<Row> => ({
    shape: 'kind',
    values: [kind, limit],
    build: ([asked, most]) => {
      built++
      return { query: sql<Row>`select id from t where n < ${10} and kind = ${asked} order by id limit ${most}`, steady: true }
    },
  })
  const ids = async (query: KnownStatement<Row>) => (await statements.rows({ read: db, steady: db }, query)).map(({ id }) => id)

  test('a shape is built once and answers each request with its own values', async () => {
    expect(await ids(byKind('x', 5))).toEqual(['a', 'b'])
    expect(await ids(byKind('x', 1))).toEqual(['a'])
    expect(await ids(byKind('y', 5))).toEqual([])
    expect(built).toBe(1)
  })

  test('a value equal to a constant of the query does not replace it', async () => {
    expect(await ids(byKind('x', 10))).toEqual(['a', 'b'])
    expect(await ids(byKind('y', 1))).toEqual([])
    expect(await ids(byKind('x', 1))).toEqual(['a'])
  })

  test('a shape in use stays cached, however many others come', async () => {
    for (let other = 0; other < 2100; other++) {
      await ids({ ...byKind('x', 1), shape: `other ${other}` })
      if (other % 900 === 0) await ids(byKind('x', 1))
    }
    built = 0
    await ids(byKind('x', 1))
    expect(built).toBe(0)
  })

  test('a query that leaves a value out, or has no shape, is built each time', async () => {
    const partly = (kind: string, shape?: string): KnownStatement<Row> => ({
      shape,
      values: [kind, 5],
      build: ([, most]) => {
        built++
        return { query: sql<Row>`select id from t order by id limit ${most}`, steady: true }
      },
    })
    for (const shape of ['partly', undefined]) {
      built = 0
      for (const kind of ['x', 'y']) expect(await ids(partly(kind, shape))).toEqual(['a', 'b', 'c'])
      expect(built).toBeGreaterThanOrEqual(2)
    }
  })
})
