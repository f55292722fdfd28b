import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CallContext } from '../../../../engine/server/index.ts'

/** The params with which a call names a place. */
export type PlaceParams = { readonly courseId: string; readonly smallGroup?: string | null } & { readonly [K in PlaceKey]?: string | null }

const columns = { courseId: 'course_id', experiId: 'experi_id', experiGroupId: 'experi_group_id', inspectionId: 'inspection_id' } as const

type PlaceKey = keyof typeof columns

/** The results, as `t`, that match the filters of a call and that the actor may see. */
export function placeSql({ engine, actor, params }: CallContext<PlaceParams>): RawBuilder<SqlBool>[] {
  const named = (Object.keys(columns) as PlaceKey[]).flatMap((key) =>
    params[key] ? [sql<SqlBool>`${sql.ref(`t.${columns[key]}`)} = ${params[key]}`] : [],
  )
  const smallGroup = params.smallGroup ?? ''
  const number = /^\d{1,9}$/.test(smallGroup) ? Number(smallGroup) : null
  // A value that is not a number matches no group: it must not widen the marking to everybody.
  const seats = sql<SqlBool>`t.seat_id in (select s.id from bh_experi_seat as s
    where s.course_id = ${params.courseId} and s.small_group = cast(${number} as integer))`
  const visible = sql<SqlBool>`${engine.visible(engine.model('inspectionResult'), actor)}`
  return [visible, ...named, ...(smallGroup === '' ? [] : [seats])]
}
