import type { AddedRow } from '../../../engine/server/index.ts'
import type { DemoWriter } from './demo-writer.ts'
import type { DemoPeople } from './seed-people.ts'
import { comments, demoCourses, semesters } from './university.ts'

interface Surroundings {
  readonly writer: DemoWriter
  readonly people: DemoPeople
  readonly departmentIds: ReadonlyMap<string, string>
  readonly adminId: string
}

const classTimes = ['星期一上午', '星期二下午', '星期三上午', '星期四晚上', '星期五下午'] as const

async function seedClasses({ writer, people }: Surroundings, courseIds: readonly string[]): Promise<void> {
  const perCourse = 2
  const size = 30
  const rows = courseIds.flatMap((courseId, index) =>
    Array.from({ length: perCourse }, (_, n) => ({
      courseId,
      className: `${index + 1}0${n + 1} 班`,
      classTime: classTimes[(index + n) % classTimes.length],
      studentType: '1',
    })),
  )
  const classIds = await writer.add('class', rows)
  const places = classIds.flatMap((classId, index) => {
    const start = (index * size) % people.students.length
    return people.students.slice(start, start + size).map((stuId) => ({ classId, stuId }))
  })
  await writer.add('classStudent', places)
}

async function seedBelongings(
  { writer, people }: Surroundings,
  courseIds: readonly string[],
  semesterIds: readonly string[],
): Promise<void> {
  const experiments: AddedRow<'experiment'>[] = []
  const addresses: AddedRow<'experimentAddress'>[] = []
  const equipment: AddedRow<'equipment'>[] = []
  const assistants: AddedRow<'assistant'>[] = []
  for (const [index, course] of demoCourses.entries()) {
    const courseId = courseIds[index]
    const semester = semesterIds[course.semester]
    for (const experiName of course.experiments) experiments.push({ courseId, semester, experiName })
    for (const experiAdress of course.rooms) addresses.push({ courseId, experiAdress })
    for (let n = 1; n <= course.devices; n++) {
      const facilityNum = `${String.fromCharCode(65 + index)}${String(n).padStart(3, '0')}`
      equipment.push({
        courseId,
        facilityNum,
        facilityName: course.device,
        property1: `第 ${Math.ceil(n / 10)} 排`,
        property2: n % 15 === 0 ? '备用' : '正常',
      })
    }
    assistants.push({ courseId, userId: people.assistants[index % people.assistants.length] })
  }
  await writer.add('experiment', experiments)
  await writer.add('experimentAddress', addresses)
  await writer.add('equipment', equipment)
  await writer.add('assistant', assistants)
}

/** Semesters, eight courses with everything that belongs to them, and the ready-made comments. Answers the courses' ids. */
export async function seedCourses(around: Surroundings): Promise<readonly string[]> {
  const { writer, people, departmentIds, adminId } = around
  const semesterIds = await writer.add('semester', semesters)
  const rows = demoCourses.map((course) => ({
    courseTitle: course.title,
    semester: semesterIds[course.semester],
    studentType: '1',
    beginDate: semesters[course.semester]?.beginDate,
    endDate: semesters[course.semester]?.endDate,
    departId: departmentIds.get(course.department),
    teacherId: course.teacher === undefined ? adminId : people.teachers[course.teacher],
    pubshed: course.published ? (1 as const) : (0 as const),
  }))
  const courseIds = await writer.add('course', rows)
  await seedBelongings(around, courseIds, semesterIds)
  await seedClasses(around, courseIds)
  await writer.add(
    'comment',
    comments.map(([commentType, commentLeve, comment]) => ({ commentType, commentLeve, comment })),
  )
  return courseIds
}
