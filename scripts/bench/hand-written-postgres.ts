import pg from 'pg'
import { statements } from './hand-written-sql.ts'
import { addedView, auditValues, editAuditValues, editedView, editValues, rowValues } from './hand-written-values.ts'
import type { CourseLabels, OldEquipment, Store } from './hand-written-store.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The statements on PostgreSQL, each named, so that a connection parses and plans it once. */
export function postgresStore(url: string): Store {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const text = statements((place) => `$${place}`)
  const query = (name: keyof typeof text, values: unknown[], client: pg.Pool | pg.PoolClient = pool) =>
    client.query({ name, text: text[name], values })
  async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const answer = await work(client)
      await client.query('commit')
      return answer
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  return {
    session: async (tokenHash) => (await query('session', [tokenHash])).rows[0],
    list: async (courseId, limit, offset) =>
      (await (courseId === undefined ? query('listAll', [limit, offset]) : query('list', [courseId, limit, offset]))).rows,
    count: async (courseId) => (await (courseId === undefined ? query('countAll', []) : query('count', [courseId]))).rows[0]?.n ?? 0,
    get: async (id) => (await query('get', [id])).rows[0],
    course: async (id) => (await pool.query<CourseLabels>({ name: 'course', text: text.course, values: [id] })).rows[0],
    insert: (row, course) =>
      inTransaction(async (client) => {
        await query('insert', rowValues(row), client)
        await query('audit', auditValues(row), client)
        return addedView(row, course)
      }),
    update: (edit) =>
      inTransaction(async (client) => {
        const asked = { name: 'old', text: `${text.get} for update of t`, values: [edit.id] }
        const before = (await client.query<OldEquipment>(asked)).rows[0]
        if (!before || (await query('update', editValues(edit, before), client)).rowCount !== 1) return undefined
        await query('audit', editAuditValues(edit, before), client)
        return editedView(edit, before)
      }),
  }
}
