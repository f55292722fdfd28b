import type { TestApp } from '../support/build-app.ts'
import { addRow, aPerson, type WorldRow } from './world.ts'

/** One course with a row of everything that belongs to it. Each of its texts contains `mark`, so that a leak is visible. */
export interface CourseWorld {
  readonly mark: string
  readonly teacher: { readonly id: string; readonly token: string; readonly username: string }
  readonly course: WorldRow
  readonly experiment: WorldRow
  readonly address: WorldRow
  readonly equipment: WorldRow
  readonly class: WorldRow
  readonly student: WorldRow
  readonly seat: WorldRow
  readonly assistant: WorldRow
  readonly helper: { readonly id: string; readonly token: string }
  readonly learner: string
  /** Ids by entity. */
  readonly ids: Readonly<Record<string, string>>
}

/** A published course with its own teacher, assistant and student. */
export async function aCourse(
  app: Pick<TestApp, 'call' | 'signIn'>,
  given: { admin: string; semester: string; mark: string },
): Promise<CourseWorld> {
  const { admin, semester, mark } = given
  const teacher = await aPerson(app, admin, '2')
  const as = teacher.token
  const course = await addRow(app, '/inspect/bhCourse', { as, body: { courseTitle: `${mark}课程`, semester, studentType: '1' } })
  const within = { courseId: course.id }
  const experiment = await addRow(app, '/inspect/bhExperi', { as, body: { ...within, experiName: `${mark}实验`, semester } })
  const address = await addRow(app, '/inspect/bhExperiAdress', { as, body: { ...within, experiAdress: `${mark}地址` } })
  const equipment = await addRow(app, '/inspect/bhFacility', {
    as,
    body: { ...within, facilityName: `${mark}设备`, facilityNum: `${mark}1` },
  })
  const room = await addRow(app, '/jw/bhClass', {
    as,
    body: { ...within, className: `${mark}班级`, classTime: '星期一上午', studentType: '1' },
  })
  const learnerName = `stu${mark}`
  const person = {
    username: learnerName,
    password: 'Abc123!@',
    confirmpassword: 'Abc123!@',
    realname: `${mark}学生`,
    studyNumber: `${mark}01`,
  }
  const student = await addRow(app, '/jw/user', { as: admin, body: person })
  const seat = await addRow(app, '/jw/bhClassStu', { as, body: { classId: room.id, stuId: student.id, groupNum: 1, seatNum: 1 } })
  const helper = await aPerson(app, admin, '3')
  await app.call('POST', '/jw/tea/addCourseTea', { as, body: { courseId: course.id, ids: helper.id } })
  const assistants = await app.call<{ records: WorldRow[] }>('GET', '/jw/tea/list', { as, query: { courseId: course.id } })
  const assistant = assistants.body.result.records[0]
  if (!assistant) throw new Error('the assistant was not added')
  const published = await app.call('POST', '/inspect/bhCourse/audit', { as, body: { id: course.id, status: 1 } })
  if (!published.body.success) throw new Error(published.body.message)
  const learner = await app.signIn(learnerName, '4', 'Abc123!@')
  const ids = {
    course: course.id,
    experiment: experiment.id,
    experimentAddress: address.id,
    equipment: equipment.id,
    class: room.id,
    classStudent: seat.id,
    assistant: assistant.id,
  }
  return { mark, teacher, course, experiment, address, equipment, class: room, student, seat, assistant, helper, learner, ids }
}

export async function aSemester(app: Pick<TestApp, 'call' | 'signIn'>, admin: string, name = '2026-2027-1'): Promise<WorldRow> {
  return addRow(app, '/inspect/bhSemester', { as: admin, body: { semesterName: name, beginDate: '2026-09-01', endDate: '2027-01-20' } })
}
