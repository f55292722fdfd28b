import { sql, type SqlBool } from 'kysely'
import { answerRows, defineRules, type CallContext, type CallParams } from '../../../engine/server/index.ts'
import { user } from '../../../schemas/identity/user.ts'
import { chosenIds } from '../request-values.ts'
import { roleIds } from '../role-ids.ts'
import { isOwnCourse } from '../scopes.ts'
import { withdrawRole } from '../teaching/assistant-role.ts'
import { accountGuards } from './account-guards.ts'
import { setPassword } from './set-password.ts'

/** Freeze or unfreeze accounts, each with its own outcome. */
async function frozenBatch({ engine, actor, params }: CallContext<CallParams<'user', 'frozenBatch'>>) {
  const rows = chosenIds(params.ids).map((id) => ({ id, status: params.status }))
  return answerRows(
    await engine.write({ entity: 'user', operation: 'edit', rows, actor, fields: 'all', onRefusal: 'collect' }),
    '操作成功!',
  )
}

const holdsRole = (roleId: string) =>
  sql<SqlBool>`exists (select 1 from sys_user_role as r where r.user_id = t.id and r.role_id = ${roleId})`

export const userRules = defineRules(user, {
  ...accountGuards,
  addsMayWait: true,
  async afterWrite(context, changes) {
    await accountGuards.afterWrite(context, changes)
    // The account's last course may have removed it while it was in the bin.
    if (context.operation === 'restore')
      await withdrawRole(
        context,
        changes.map((change) => change.id),
      )
  },
  calls: { frozenBatch, changePassword: (context) => setPassword(context) },
  params: {
    /** Who may still be added to a course: not its members, its teachers or administrators. */
    notInCourseId: (courseId, _db, actor) =>
      sql<SqlBool>`(not exists (select 1 from bh_course_teacher as m
        where m.user_id = t.id and m.course_id = ${courseId} and ${isOwnCourse('m.course_id', actor)})
        and not exists (select 1 from bh_course as c
        where c.teacher_id = t.id and c.course_id = ${courseId} and ${isOwnCourse('c.course_id', actor)})
        and not exists (select 1 from sys_user_role as r where r.user_id = t.id and r.role_id = ${roleIds.administrator})
        and t.id <> ${actor.id})`,
    withRoleId: holdsRole,
    roleId: holdsRole,
  },
})
