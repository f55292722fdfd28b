import type { PlanAnswer } from '../../src/plugins/session-allocation/wire.ts'
import { timed } from './bench-calls.ts'
import { withDatabase, withServer, type BenchDatabase } from './bench-servers.ts'
import { measureLists, type ListTimes } from './list-times.ts'
import { prepareCourse, type CourseData } from './prepare-course.ts'

const CLASS = 500
const DIVIDED_CLASSES = 10
const SEATS = 30
const AT_ONCE = 10
const base = '/inspect/bhExperiGroup'

const sizes = { classSize: CLASS, devices: SEATS * AT_ONCE, rooms: AT_ONCE, experiments: 2 }

/** Seconds of each step by which 5,000 students get their seats. */
export interface AllocationFigures {
  readonly students: number
  readonly sessions: number
  readonly planSeconds: number
  /** The plan once more, with times and rooms to compare with what is stored. */
  readonly timedPlanSeconds: number
  readonly commitSeconds: number
  /** Devices and seats of all sessions, one call for each. */
  readonly seatsSeconds: number
}

export interface AllocationMeasured {
  readonly database: BenchDatabase
  readonly allocation: AllocationFigures
  readonly lists: readonly (ListTimes & { readonly students: number; readonly few: number; readonly fewMilliseconds: number })[]
}

interface Server {
  readonly port: number
  readonly token: string
}

/** A day of the term and a room for each session, `AT_ONCE` at a time, no two in one room. */
function placed(plan: PlanAnswer, { roomIds }: CourseData): object[] {
  return plan.sessions.map(({ groupName, students }, index) => {
    const day = new Date(Date.UTC(2026, 8, 1 + Math.floor(index / AT_ONCE))).toISOString().slice(0, 10)
    return { groupName, students, startTime: `${day} 08:00:00`, endTime: `${day} 10:00:00`, experiAdressId: roomIds[index % AT_ONCE] }
  })
}

async function measureSteps(server: Server, data: CourseData): Promise<AllocationFigures> {
  const [experiId = ''] = data.experiIds
  const classIds = data.classIds.slice(0, DIVIDED_CLASSES)
  const sessions = Math.ceil((classIds.length * CLASS * 1.02) / SEATS)
  const asked = {
    courseId: data.courseId,
    experiId,
    classIds: classIds.join(','),
    groupNum: sessions,
    groupStuNum: SEATS,
    facilityStuNum: 1,
  }
  const plan = await timed<PlanAnswer>(server, `${base}/planGroup`, asked)
  const adjusted = { ...asked, sessions: placed(plan.result, data) }
  const timedPlan = await timed(server, `${base}/planGroup`, adjusted)
  const commit = await timed(server, `${base}/commitGroup`, adjusted)
  const query = new URLSearchParams({ courseId: data.courseId, experiId, classIds: asked.classIds, pageSize: '1000' })
  const { records } = (await timed<{ records: { id: string }[] }>(server, `${base}/list?${query}`)).result
  if (records.length !== sessions) throw new Error(`${records.length} sessions were made, not ${sessions}`)
  let seatsSeconds = 0
  for (const { id } of records) seatsSeconds += (await timed(server, `${base}/initSeatFacility`, { id })).seconds
  return {
    students: classIds.length * CLASS,
    sessions,
    planSeconds: plan.seconds,
    timedPlanSeconds: timedPlan.seconds,
    commitSeconds: commit.seconds,
    seatsSeconds,
  }
}

/** A server on a fresh database with so many students in one course. */
const withCourse = <Result>(
  database: BenchDatabase,
  students: number,
  work: (server: Server, data: CourseData) => Promise<Result>,
): Promise<Result | undefined> =>
  withDatabase(database, async (env) => {
    const data = await prepareCourse(env, { ...sizes, classes: students / CLASS })
    return withServer(env, (server) => work(server, data))
  })

/** Dividing and seating 5,000 students among many more, and how lists of students grow; undefined without PostgreSQL. */
export async function measureAllocation(
  database: BenchDatabase,
  { students, say }: { readonly students: number; say(sentence: string): void },
): Promise<AllocationMeasured | undefined> {
  say(`${database}: lists of ${CLASS} students …`)
  const few = await withCourse(database, CLASS, measureLists)
  say(`${database}: lists of ${students} students, allocation …`)
  const many = await withCourse(database, students, async (server, data) => ({
    lists: await measureLists(server, data),
    allocation: await measureSteps(server, data),
  }))
  if (!few || !many) return undefined
  const lists = many.lists.map((list, index) => ({
    ...list,
    students,
    few: CLASS,
    fewMilliseconds: few[index]?.milliseconds ?? Number.NaN,
  }))
  return { database, allocation: many.allocation, lists }
}
