import { defineRules, type Change, type RuleContext } from '../../../engine/server/index.ts'
import { courseTeacher } from '../../../schemas/teaching/course-teacher.ts'
import { readAccount, rolesOf } from '../auth/accounts.ts'
import { roleIds } from '../role-ids.ts'
import { isAdministrator } from '../access/is-administrator.ts'
import { addChosen, courseCandidates } from './course-people.ts'

/** Only the owner decides who else teaches the course: an additional teacher can neither add nor remove others. */
async function refuseOthers({ tx, actor }: RuleContext, changes: readonly Change<'courseTeacher'>[]): Promise<void> {
  for (const change of changes) {
    const courseId = (change.after ?? change.before)?.courseId ?? ''
    const course = await tx.selectFrom('bh_course').select('teacher_id').where('course_id', '=', courseId).executeTakeFirst()
    const owner = course?.teacher_id ?? ''
    if (!isAdministrator(actor) && owner !== actor.id) change.refuse('只有本课程的授课教师或管理员可以管理任课教师！')
    else if (change.after && change.after.userId === owner) change.refuse('授课教师已在本课程中！', 'userId')
  }
}

async function refuseNoTeachers({ tx }: RuleContext, changes: readonly Change<'courseTeacher'>[]): Promise<void> {
  for (const change of changes) {
    const id = change.after?.userId ?? ''
    const account = await readAccount(tx, { id })
    const roles = await rolesOf(tx, id)
    if (!account || account.deleted || account.frozen || !roles.some((role) => role.id === roleIds.teacher))
      change.refuse('所选用户不是可用的教师账号！', 'userId')
  }
}

export const courseTeacherRules = defineRules(courseTeacher, {
  async beforeSave(context, changes) {
    if (context.operation !== 'add') return
    await refuseNoTeachers(context, changes)
    await refuseOthers(context, changes)
  },
  beforeDelete: refuseOthers,
  calls: {
    listTeachers: (context) => courseCandidates(context, { withRoleId: roleIds.teacher }),
    addTeachers: (context) => addChosen(context, 'courseTeacher'),
  },
})
