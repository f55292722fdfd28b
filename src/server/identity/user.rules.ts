import { sql, type SqlBool } from 'kysely'
import { answerRows, defineRules, Refused, type CallContext, type CallParams } from '../../../engine/server/index.ts'
import { user } from '../../../schemas/identity/user.ts'
import { chosenIds } from '../request-values.ts'
import { roleIds } from '../role-ids.ts'
import { isOwnCourse } from '../scopes.ts'
import { withdrawRole } from '../teaching/assistant-role.ts'
import { countSeenRows } from './count-seen-rows.ts'
import { accountGuards } from './account-guards.ts'
import { peopleBelow } from './managed-departments.ts'
import { refuseCharge } from './refuse-charge.ts'
import { resetTwoStep } from './reset-two-step.ts'
import { setPassword } from './set-password.ts'

/** Freeze or unfreeze accounts, each with its own outcome. */
async function frozenBatch({ engine, actor, params }: CallContext<CallParams<'user', 'frozenBatch'>>) {
  const rows = chosenIds(params.ids).map((id) => ({ id, status: params.status }))
  return answerRows(
    await engine.write({ entity: 'user', operation: 'edit', rows, actor, fields: 'all', onRefusal: 'collect' }),
    '操作成功!',
  )
}

const holdsRole = (roleId: string) => ({ relation: 'selectedroles', to: sql`select cast(${roleId} as text) as id` })
const containing = (text: string | null) => (text ? `*${text}*` : undefined)

/** A page of the accounts that pickers offer, by department and by parts of their names. */
async function componentData({ engine, actor, params }: CallContext<CallParams<'user', 'queryUserComponentData'>>) {
  const { departId, username, realname, pageNo, pageSize, column, order } = params
  const paging = { pageNo: pageNo?.toString(), pageSize: pageSize?.toString(), column: column ?? undefined, order: order ?? undefined }
  const query = { ...paging, departId: departId ?? undefined, username: containing(username), realname: containing(realname) }
  return { result: await engine.list({ entity: 'user', list: 'candidates', query, actor }) }
}

/** All accounts of a department and of those below it; without a department all accounts. */
async function usersOfDepartment({ engine, actor, params }: CallContext<CallParams<'user', 'queryUserByDepId'>>) {
  const query = { departId: params.id ?? undefined, realname: containing(params.realname) }
  const rows = []
  for await (const step of engine.walk({ entity: 'user', list: 'candidates', query, actor }, 1000)) rows.push(...step)
  return { result: rows }
}

/** No other system is connected whose accounts could be synchronised, and saying so is better than a success without effect. */
function syncUsers(): Promise<never> {
  return Promise.reject(new Refused('未配置第三方用户同步，没有同步任何用户！'))
}

export const userRules = defineRules(user, {
  ...accountGuards,
  addsMayWait: true,
  async beforeSave(context, changes) {
    await accountGuards.beforeSave(context, changes)
    await refuseCharge(context, changes)
  },
  async afterWrite(context, changes) {
    await accountGuards.afterWrite(context, changes)
    // The account's last course may have removed it while it was in the bin.
    if (context.operation === 'restore')
      await withdrawRole(
        context,
        changes.map((change) => change.id),
      )
  },
  calls: {
    frozenBatch,
    permissionsOf: countSeenRows,
    changePassword: (context) => setPassword(context),
    queryUserComponentData: componentData,
    queryUserByDepId: usersOfDepartment,
    resetTwoStep,
    doSyncUser: syncUsers,
    doSyncUserByUserName: syncUsers,
  },
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
    /** Members of a department or of one below it. */
    departId: peopleBelow,
  },
})
