import type { Reader } from '../../../../engine/server/index.ts'
import { byClassAndNumber } from '../../../teaching/student-order.ts'
import type { AllocationChoice } from './read-choice.ts'
import type { Student, StoredSession } from '../wire.ts'

/** The students of the chosen classes, each once. */
export interface StudentRoster {
  /** Those in no session of the experiment, by class, then student number. */
  readonly free: readonly Student[]
  readonly total: number
}

/** Read all students of the classes in one statement; a student in two of them counts in the first. */
export async function readRoster(db: Reader, { experiId, classes }: AllocationChoice): Promise<StudentRoster> {
  const rows = await db
    .selectFrom('bh_class_stu as s')
    .innerJoin('sys_user as u', 'u.id', 's.stu_id')
    .leftJoin('bh_experi_group_stu as m', (join) => join.onRef('m.stu_id', '=', 's.stu_id').on('m.experi_id', '=', experiId))
    .select(['s.stu_id', 's.class_id', 'u.study_number', 'u.realname', 'm.id as member'])
    .where('s.class_id', 'in', [...classes.keys()])
    .where('u.del_flag', '=', 0)
    .execute()
  const found = rows.map((row) => {
    const classId = row.class_id
    const student = {
      id: row.stu_id,
      studyNumber: row.study_number ?? '',
      realname: row.realname,
      classId,
      className: classes.get(classId) ?? '',
    }
    return { student, seated: row.member !== null }
  })
  found.sort((one, other) => byClassAndNumber(one.student, other.student))
  const free = new Map<string, Student>()
  for (const { student, seated } of found) if (!seated && !free.has(student.id)) free.set(student.id, student)
  return { free: [...free.values()], total: new Set(found.map(({ student }) => student.id)).size }
}

/** The existing sessions of the experiment, with their members. */
export async function readSessions(db: Reader, experiId: string): Promise<StoredSession[]> {
  const rows = await db
    .selectFrom('bh_experi_group as g')
    .leftJoin('bh_experi_group_stu as m', 'm.experi_group_id', 'g.id')
    .select(['g.id', 'g.group_name', 'm.stu_id'])
    .where('g.experi_id', '=', experiId)
    .orderBy('g.create_time')
    .orderBy('g.id', 'desc')
    .execute()
  const sessions = new Map<string, { groupName: string; students: string[] }>()
  for (const row of rows) {
    const id = row.id
    const session = sessions.get(id) ?? { groupName: row.group_name, students: [] }
    if (row.stu_id !== null) session.students.push(row.stu_id)
    sessions.set(id, session)
  }
  return [...sessions.values()]
}
