import { sql, type SqlBool } from 'kysely'
import { Refused, type CallContext, type Rules } from '../../../engine/server/index.ts'
import { parts } from '../cells.ts'
import { isOwnCourse } from '../scopes.ts'
import { accountGuards } from './account-guards.ts'
import { setPassword } from './set-password.ts'

/** Freeze or unfreeze accounts, all or none. */
async function frozenBatch({ engine, actor, params }: CallContext) {
  const ids = parts(params.ids)
  if (ids.length === 0) throw new Refused('请选择一条记录！')
  const rows = ids.map((id) => ({ id, status: params.status }))
  await engine.write({ entity: 'user', operation: 'edit', rows, actor, fields: 'all' })
  return {}
}

export const userRules: Rules = {
  ...accountGuards,
  calls: { frozenBatch, changePassword: (context) => setPassword(context) },
  params: {
    notInCourseId: (courseId, _db, actor) =>
      sql<SqlBool>`not exists (select 1 from bh_course_teacher as m
        where m.user_id = t.id and m.course_id = ${courseId} and ${isOwnCourse('m.course_id', actor)})`,
  },
}
