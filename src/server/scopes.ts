import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AnyEntity } from '../../engine/schema/index.ts'
import type { Actor, Reader, ScopeMeaning } from '../../engine/server/index.ts'
import { roleCodes } from '../../schemas/identity/role-codes.ts'
import type { names } from '../../schemas/names.ts'
import { receivedBy } from './platform/received.ts'
import { managedDepartments, managedPeople } from './identity/managed-departments.ts'
import { isAdministrator } from './access/is-administrator.ts'

/**
 * The courses of an actor, by their role: for an administrator all; for a teacher those that they own or teach too; for an assistant
 * the published ones that they were added to; for a student the published ones of their classes. Other roles have none.
 */
function coursesOf(actor: Actor): 'all' | 'none' | RawBuilder<unknown> {
  const { id } = actor
  const added = (kind: 'teacher' | 'assistant') => sql`select course_id from bh_course_teacher where user_id = ${id} and kind = ${kind}`
  switch (actor.role) {
    case roleCodes.administrator:
      return 'all'
    case roleCodes.teacher:
      return sql`select course_id from bh_course where teacher_id = ${id} union ${added('teacher')}`
    case roleCodes.assistant:
      return sql`select course_id from bh_course where pubshed = 1 and course_id in (${added('assistant')})`
    case roleCodes.student:
      return sql`select course_id from bh_course where pubshed = 1 and course_id in
        (select c.course_id from bh_class as c join bh_class_stu as s on s.class_id = c.id where s.stu_id = ${id})`
    default:
      return 'none'
  }
}

/** A condition that a column holds one of the actor's courses. */
export function isOwnCourse(column: string, actor: Actor): RawBuilder<SqlBool> {
  const courses = coursesOf(actor)
  if (courses === 'all') return sql<SqlBool>`1 = 1`
  return courses === 'none' ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(column)} in (${courses})`
}

/** What the scope words leave out, for people who ask why they do not see a row. */
export const scopeTitles: Readonly<Record<string, string | undefined>> = {
  live: '该登录已经结束',
  course: '该记录不属于其课程：教师只看本人负责或参与的课程，助教只看所加入的已发布课程，学生只看所在班级的已发布课程，其他角色没有课程',
  taught: '该记录不属于其课程：教师只看本人负责或参与的课程，助教只看所加入的已发布课程，其他角色没有课程',
  student: '该记录不是其本人的：学生只看自己的记录',
  managed: '该用户不在其负责的部门中',
  managedDepartment: '该记录不属于其负责的部门',
  received: '该通告不是发给其本人的，或者不在有效时间内',
  logged: '其只能看到一部分记录的数据，不显示变更日志',
} satisfies Record<(typeof names)['scope'][number], string>

/** What the scope words of the schemas mean, without `logged`, which is about all others. */
const ownScopes: Readonly<Record<string, ScopeMeaning>> = {
  /** Logins in use, for everyone who may see any. */
  live: (_db: Reader, _actor: Actor, dialect) => {
    const now = dialect === 'postgres' ? sql`cast(extract(epoch from now()) * 1000 as bigint)` : sql`unixepoch() * 1000`
    return sql`select token from sys_session where ended is null and expires > ${now}`
  },
  course: (_db: Reader, actor: Actor) => coursesOf(actor),
  /**
   * Courses of teaching staff. Students keep what they have in a course even after it is withdrawn or they leave its class:
   * `student` says whose it is.
   */
  taught: (_db: Reader, actor: Actor) => (actor.role === roleCodes.student ? 'all' : coursesOf(actor)),
  /** Students can access what is their own; for everyone else this scope does not limit anything. */
  student: (_db: Reader, actor: Actor) => (actor.role === roleCodes.student ? sql`select cast(${actor.id} as text)` : 'all'),
  /** Those who manage departments see the people of these; administrators see everyone. */
  managed: (_db: Reader, actor: Actor) => (isAdministrator(actor) ? 'all' : managedPeople(actor.id)),
  /** What belongs to departments, for those who manage these; administrators see all of it. */
  managedDepartment: (_db: Reader, actor: Actor) => (isAdministrator(actor) ? 'all' : managedDepartments(actor.id)),
  /** Announcements for everyone or for the reader, while they are in force. */
  received: (_db: Reader, actor: Actor, dialect) => receivedBy(actor.id, dialect),
} satisfies Record<Exclude<(typeof names)['scope'][number], 'logged'>, ScopeMeaning>

/** Whether the actor's role sees only some of the rows, by what the schema says of it. */
const isScoped = ({ scope }: AnyEntity, ...asked: Parameters<ScopeMeaning>): boolean =>
  scope !== 'none' && Object.keys(scope).some((word) => ownScopes[word]?.(...asked) !== 'all')

/** Whether anybody writes its rows under its own name. */
const isWritten = ({ source, endpoints }: AnyEntity): boolean =>
  !source && (['add', 'edit', 'delete'] as const).some((verb) => !endpoints.disable?.includes(verb))

/** What the scope words of these schemas mean. */
export function scopesOf(entities: readonly AnyEntity[]): Readonly<Record<string, ScopeMeaning>> {
  const written = entities.filter(isWritten)
  return {
    ...ownScopes,
    /** Writes of everything, but of no entity of which the actor sees a part only: they would show the rest. */
    logged(db, actor, dialect) {
      const scoped = written.filter((entity) => isScoped(entity, db, actor, dialect)).map(({ name }) => name)
      const partly = [...new Set([...(actor.limits?.keys() ?? []), ...scoped])]
      return partly.length > 0 ? sql`select id from sys_audit where coalesce(entity, '') not in (${sql.join(partly)})` : 'all'
    },
  }
}
