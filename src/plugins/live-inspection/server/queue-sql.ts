import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../../../engine/server/index.ts'

/** The order in which submissions are marked. Ids grow with time, so items come in the order in which they were made. */
const keys = {
  item: ['t.inspection_id', 't.submit_time', 't.id'],
  student: ['u.study_number', 't.inspection_id', 't.submit_time', 't.id'],
} as const

export interface QueueQuery {
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  /** The rows after this one in the queue, with `>=` also this one; undefined if it no longer exists. */
  beyond(tx: Tx, id: string, compare: '>' | '>='): Promise<RawBuilder<SqlBool> | undefined>
}

/** The queue by item or by student. */
export function queueOf(order: keyof typeof keys): QueueQuery {
  const isByStudent = order === 'student'
  const columns = keys[isByStudent ? 'student' : 'item'].map((key) => sql`coalesce(${sql.ref(key)}, '')`)
  const from = isByStudent ? sql`bh_inspection_result as t left join sys_user as u on u.id = t.stu_id` : sql`bh_inspection_result as t`
  const all = sql.join(columns)
  return {
    from,
    order: all,
    beyond: async (tx, id, compare) => {
      if (id === '') return undefined
      const named = columns.map((column, index) => sql`${column} as ${sql.ref(`k${index}`)}`)
      const { rows } = await sql<Readonly<Record<string, string>>>`select ${sql.join(named)} from ${from} where t.id = ${id}`.execute(tx)
      const [row] = rows
      if (!row) return undefined
      const values = sql.join(columns.map((_, index) => sql.val(row[`k${index}`])))
      return sql<SqlBool>`(${all}) ${sql.raw(compare)} (${values})`
    },
  }
}
