import { sql, type SqlBool } from 'kysely'
import { defineRules } from '../../../engine/server/index.ts'
import { student } from '../../../schemas/identity/student.ts'
import { roleIds } from '../role-ids.ts'
import { isOwnCourse } from '../scopes.ts'
import { accountGuards } from './account-guards.ts'
import { setPassword } from './set-password.ts'

/** Students are accounts; the pickers leave out students who are already in a class or a course, as far as the actor may know. */
export const studentRules = defineRules(student, {
  ...accountGuards,
  addsMayWait: true,
  calls: { changePassword: (context) => setPassword(context, roleIds.student) },
  params: {
    notUseCourseId: (courseId, _db, actor) =>
      sql<SqlBool>`t.id not in (select s.stu_id from bh_class_stu as s join bh_class as c on c.id = s.class_id
        where c.course_id = ${courseId} and ${isOwnCourse('c.course_id', actor)})`,
    notUseCourseOfClassId: (classId, _db, actor) =>
      sql<SqlBool>`t.id not in (select s.stu_id from bh_class_stu as s join bh_class as c on c.id = s.class_id
        where c.course_id = (select course_id from bh_class where id = ${classId}) and ${isOwnCourse('c.course_id', actor)})`,
    ofCourseId: (courseId, _db, actor) =>
      sql<SqlBool>`t.id in (select s.stu_id from bh_class_stu as s join bh_class as c on c.id = s.class_id
        where c.course_id = ${courseId} and ${isOwnCourse('c.course_id', actor)})`,
    ofClassId: (classId, _db, actor) =>
      sql<SqlBool>`t.id in (select s.stu_id from bh_class_stu as s join bh_class as c on c.id = s.class_id
        where c.id = ${classId} and ${isOwnCourse('c.course_id', actor)})`,
    ofSessionId: (sessionId, _db, actor) =>
      sql<SqlBool>`t.id in (select m.stu_id from bh_experi_group_stu as m join bh_experi_group as g on g.id = m.experi_group_id
        where g.id = ${sessionId} and ${isOwnCourse('g.course_id', actor)})`,
    freeForExperiId: (experiId, _db, actor) =>
      sql<SqlBool>`t.id not in (select m.stu_id from bh_experi_group_stu as m join bh_experi_group as g on g.id = m.experi_group_id
        where m.experi_id = ${experiId} and ${isOwnCourse('g.course_id', actor)})`,
  },
})
