import type { PlanAnswer, SentSession } from '../../../../../src/plugins/session-allocation/wire.ts'
import { testApp, type TestAnswer, type TestApp } from '../../../../support/build-app.ts'
import type { DatabaseKind } from '../../../../support/databases.ts'
import { writeStudents } from '../../../../support/students.ts'
import { aSemester } from '../../../../api/teaching-world.ts'
import { addRow, aPerson, stored, type WorldRow } from '../../../../api/world.ts'

/** A course with an experiment, classes and devices, ready to be divided into sessions. */
export interface AllocationWorld {
  readonly course: WorldRow
  readonly experiment: WorldRow
  /** Ids of the classes, in their order. */
  readonly classes: readonly string[]
  readonly as: string
}

export interface Asked {
  readonly groupNum?: number
  readonly groupStuNum?: number
  readonly facilityStuNum?: number
  readonly stuCount?: number
  readonly sessions?: unknown
  readonly brief?: number
  readonly courseId?: string
  readonly experiId?: string
  readonly classIds?: string
}

/** Three sessions of four students, two per device. */
export const worldNumbers = { groupNum: 3, groupStuNum: 4, facilityStuNum: 2 }

type Call = 'getExperiAllPersonCount' | 'planGroup' | 'distributionGroup' | 'commitGroup'

let made = 0

export const people = (app: TestApp, count: number): Promise<string[]> => writeStudents(app.app.engine, count)

/** A class with these students. */
export async function aClass(
  app: TestApp,
  given: { as: string; courseId: string; className: string; students: readonly string[] },
): Promise<string> {
  const { as, courseId, className, students } = given
  const body = { courseId, className, classTime: '星期一上午', studentType: '1' }
  const { id } = await addRow(app, '/jw/bhClass', { as, body })
  if (students.length === 0) return id
  const added = await app.call('POST', '/jw/bhClassStu/addClass', { as, body: { classId: id, ids: students.join(',') } })
  if (!added.body.success) throw new Error(added.body.message)
  return id
}

export async function worldDevices(app: TestApp, world: Pick<AllocationWorld, 'as' | 'course'>, count: number): Promise<void> {
  const facilityNum = (index: number) => `D${++made}-${index}`
  for (let index = 0; index < count; index++) {
    const body = { courseId: world.course.id, facilityName: '示波器', facilityNum: facilityNum(index) }
    await addRow(app, '/inspect/bhFacility', { as: world.as, body })
  }
}

/** A separate course, with a class for each given size. */
export async function aDivision(
  app: TestApp,
  given: { as: string; semester: string; sizes: readonly number[]; devices: number },
): Promise<AllocationWorld> {
  const { as, semester, sizes } = given
  const course = await addRow(app, '/inspect/bhCourse', { as, body: { courseTitle: `课程${++made}`, semester, studentType: '1' } })
  const body = { courseId: course.id, semester, experiName: '实验一' }
  const experiment = await addRow(app, '/inspect/bhExperi', { as, body })
  const classes: string[] = []
  for (const [index, size] of sizes.entries()) {
    classes.push(await aClass(app, { as, courseId: course.id, className: `${index + 1}班`, students: await people(app, size) }))
  }
  await worldDevices(app, { as, course }, given.devices)
  return { as, course, experiment, classes }
}

/** A teacher with a semester, who makes courses to divide. */
export interface AllocationSchool {
  readonly semester: string
  /** The teacher's token. */
  readonly as: string
  division(sizes: readonly number[], devices?: number): Promise<AllocationWorld>
}

export async function aSchool(app: TestApp): Promise<AllocationSchool> {
  const admin = await app.signIn('admin', '1')
  const semester = (await aSemester(app, admin)).id
  const { token: as } = await aPerson(app, admin, '2')
  return { semester, as, division: (sizes, devices = 2) => aDivision(app, { as, semester, sizes, devices }) }
}

/** That world, in an application of its own. */
export async function openAllocationSchool(database: DatabaseKind): Promise<AllocationSchool & { readonly app: TestApp }> {
  const app = await testApp({ database })
  return { app, ...(await aSchool(app)) }
}

/** An hour of the day of all sessions. */
export const at = (hour: number): string => `2026-11-23 ${String(hour).padStart(2, '0')}:00:00`

/** One of the allocation's calls, by default with the world's own course, experiment and classes. */
export function ask<Result>(app: TestApp, world: AllocationWorld, call: Call, asked: Asked = {}): Promise<TestAnswer<Result>> {
  const chosen = { courseId: world.course.id, experiId: world.experiment.id, classIds: world.classes.join(','), ...asked }
  const path = `/inspect/bhExperiGroup/${call}`
  if (call === 'planGroup' || call === 'commitGroup') return app.call('POST', path, { as: world.as, body: chosen })
  const query = Object.fromEntries(Object.entries(chosen).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])))
  return app.call('GET', path, { as: world.as, query })
}

/** The dry run of these numbers; a refusal fails the test. */
export async function planned(app: TestApp, world: AllocationWorld, asked: Asked = worldNumbers): Promise<PlanAnswer> {
  const answer = await ask<PlanAnswer>(app, world, 'planGroup', asked)
  if (!answer.body.success) throw new Error(answer.body.message)
  return answer.body.result
}

/** The sessions of a plan in the form that is sent back, without time and room. */
export const sentOf = (plan: PlanAnswer): SentSession[] =>
  plan.sessions.map(({ groupName, students }) => ({ groupName, students: [...students], startTime: '', endTime: '', experiAdressId: '' }))

/** The stored sessions of the world's experiment, by name. */
export const experimentSessions = async (app: TestApp, world: AllocationWorld) =>
  (await stored(app, 'bh_experi_group'))
    .filter((row) => row['experi_id'] === world.experiment.id)
    .sort((one, other) => String(one['group_name']).localeCompare(String(other['group_name'])))

/** The members of each session of the world's experiment. */
export const membersOf = async (app: TestApp, world: AllocationWorld) =>
  (await stored(app, 'bh_experi_group_stu')).filter((row) => row['experi_id'] === world.experiment.id)
