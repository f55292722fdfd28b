import type { Change, RuleContext, Rules } from '../../../engine/server/index.ts'
import { text } from '../../cells.ts'
import { readAccount, rolesOf } from '../auth/accounts.ts'
import { administratorCode, roleIds } from '../role-ids.ts'
import { addChosen, candidates } from './course-people.ts'

/** Who teaches a course with him is the owner's affair: a further teacher neither brings others nor drives them out. */
async function refuseOthers({ tx, actor }: RuleContext, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const courseId = text((change.after ?? change.before)?.courseId)
    const course = await tx.selectFrom('bh_course').select('teacher_id').where('course_id', '=', courseId).executeTakeFirst()
    const owner = text(course?.teacher_id)
    if (actor.role !== administratorCode && owner !== actor.id) change.refuse('只有本课程的授课教师或管理员可以管理任课教师！')
    else if (change.after && text(change.after.userId) === owner) change.refuse('授课教师已在本课程中！', 'userId')
  }
}

async function refuseNoTeachers({ tx }: RuleContext, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const id = text(change.after?.userId)
    const account = await readAccount(tx, { id })
    const roles = await rolesOf(tx, id)
    if (!account || account.deleted || account.frozen || !roles.some((role) => role.id === roleIds.teacher))
      change.refuse('所选用户不是可用的教师账号！', 'userId')
  }
}

export const courseTeacherRules: Rules = {
  async beforeSave(context, changes) {
    if (context.operation !== 'add') return
    await refuseNoTeachers(context, changes)
    await refuseOthers(context, changes)
  },
  beforeDelete: refuseOthers,
  calls: {
    listTeachers: (context) => candidates(context, { withRoleId: roleIds.teacher }),
    addTeachers: (context) => addChosen(context, 'courseTeacher'),
  },
}
