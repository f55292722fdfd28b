import pg from 'pg'
import { statements } from './hand-written-sql.ts'
import { auditValues, rowValues } from './hand-written-values.ts'
import type { Store } from './hand-written-store.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The statements on PostgreSQL, each named, so that a connection parses and plans it once. */
export function postgresStore(url: string): Store {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const text = statements((place) => `$${place}`)
  const query = (name: keyof typeof text, values: unknown[], client: pg.Pool | pg.PoolClient = pool) =>
    client.query({ name, text: text[name], values })
  return {
    session: async (tokenHash) => (await query('session', [tokenHash])).rows[0],
    list: async (courseId, limit, offset) => (await query('list', [courseId, limit, offset])).rows,
    count: async (courseId) => (await query('count', [courseId])).rows[0]?.n ?? 0,
    get: async (id) => (await query('get', [id])).rows[0],
    courseExists: async (id) => (await query('course', [id])).rowCount === 1,
    async insert(row) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await query('insert', rowValues(row), client)
        await query('audit', auditValues(row), client)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  }
}
