import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CallContext } from '../../../../engine/server/index.ts'
import { text } from '../../../cells.ts'

const columns = { courseId: 'course_id', experiId: 'experi_id', experiGroupId: 'experi_group_id', inspectionId: 'inspection_id' } as const

/** The results, at `t`, that the filters of a call name and that the actor may see. */
export function placeSql({ engine, actor, params }: CallContext): RawBuilder<SqlBool>[] {
  const named = Object.entries(columns).flatMap(([key, column]) => {
    const id = text(params[key])
    return id === '' ? [] : [sql<SqlBool>`${sql.ref(`t.${column}`)} = ${id}`]
  })
  const smallGroup = text(params.smallGroup)
  const number = /^\d{1,9}$/.test(smallGroup) ? Number(smallGroup) : null
  // What is no number is no group's: it must not widen what is marked to everybody.
  const seats = sql<SqlBool>`t.seat_id in (select s.id from bh_experi_seat as s
    where s.course_id = ${text(params.courseId)} and s.small_group = cast(${number} as integer))`
  const visible = sql<SqlBool>`${engine.visible(engine.model('inspectionResult'), actor)}`
  return [visible, ...named, ...(smallGroup === '' ? [] : [seats])]
}
