import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate, openDatabase } from '../../engine/server/index.ts'
import { testApp } from '../support/build-app.ts'
import { hasPostgres } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { freshDatabase } from '../support/postgres.ts'
import { routesOf } from './routes.ts'

/** Each connection of a node has asked everything before. */
const CONNECTIONS = 10

/** What a release adds for its own use: a column in every table of that name, and a table. */
async function upgrade(databaseUrl: string, tables: string): Promise<void> {
  const db = openDatabase({ databaseUrl, dataDir: '' })
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name ~ ${tables}`.execute(db.read)
  const own = {
    name: `next_${rows.length}`,
    columns: [{ name: 'id', type: 'text', required: true }],
    primaryKey: ['id'],
    indexes: [],
  } as const
  const columns = rows.map(({ name }) => ({ do: 'addColumn', table: name, column: { name: 'of_next', type: 'text' } }) as const)
  await migrate(db, [{ name: `9999-${own.name}`, steps: [...columns, { do: 'createTable', table: own }] }])
  await db.close()
}

describe.skipIf(!hasPostgres())('a node beside one of the next release, which has already changed the database', () => {
  test('answers every list as before, writes, and can be started once more', async () => {
    const database = await freshDatabase()
    const node = () => testApp({ database: 'sqlite', env: { DATABASE_URL: database.url } })
    const app = await node()
    const as = await app.signIn('admin', '1')
    const reading = (await routesOf(app)).filter(
      ({ method, path }) => method === 'GET' && /\/(list|queryById|listByUser|queryTreeList)$/.test(path),
    )
    const lists = reading.map(({ path }) => path)
    expect(lists.length).toBeGreaterThan(60)
    const failing = async () => {
      const answers = await Promise.all(lists.map(async (path) => ({ path, ...(await app.call('GET', path, { as })) })))
      return answers.filter(({ status }) => status >= 500).map(({ path, status, body }) => `${path} ${status} ${body.message}`)
    }
    const written = async (name: string) => {
      const code = `${name}${Math.random()}`
      const added = await app.call<{ id: string }>('POST', '/sys/position/add', { as, body: { code, name, postRank: '1' } })
      const { id } = added.body.result ?? {}
      const edited = await app.call('PUT', '/sys/position/edit', { as, body: { id, name: `${name}二` } })
      const deleted = await app.call('DELETE', '/sys/position/delete', { as, query: { id: id ?? '' } })
      return [added, edited, deleted].map(({ body }) => body.message)
    }
    const done = await written('之前')
    for (let n = 0; n < CONNECTIONS; n++) expectNone(await failing())

    // Read within the transaction of a login.
    for (let n = 0; n < 3; n++) await app.signIn('admin', '1')
    await upgrade(database.url, '^sys_user_choice$')
    await app.signIn('admin', '1')
    await upgrade(database.url, '^(sys|bh)_(?!user_choice$)')
    expectNone(await failing())
    const many = await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => written(`之后${n}`)))
    expect(many).toEqual(many.map(() => done))

    const again = await node()
    expect((await again.call('GET', '/sys/user/list', { as })).body.success).toBe(true)
    await again.close()
    await app.close()
    await database.drop()
  })
})
