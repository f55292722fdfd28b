import { sql } from 'kysely'
import type { WireRow } from '../../engine/schema/index.ts'
import { chunksOf, untypedEngine, type Engine } from '../../engine/server/index.ts'
import { asSystem } from '../../src/server/access/system-actor.ts'
import { buildApp } from '../../src/server/app.ts'
import { insertLogin } from '../../src/server/auth/login-rows.ts'
import { readConfig } from '../../src/server/config.ts'
import { writeStudents } from '../../tests/support/students.ts'

export interface FeedSize {
  readonly courses: number
  readonly teachers: number
  readonly students: number
}

/** Who listens to which topic. */
export interface Listener {
  readonly userId: string
  readonly token: string
  readonly topic: string
}

/** Whose result it is, what they submit, and where it is announced. */
export interface Submitter {
  readonly token: string
  readonly resultId: string
  readonly filePaths: string
  readonly topic: string
}

export interface FeedPeople {
  readonly listeners: readonly Listener[]
  readonly submitters: readonly Submitter[]
}

const one = (ids: readonly string[]): string => ids[0] ?? ''

/** Logins of all of them, opened without passwords. */
async function tokensOf({ db }: Engine, ids: readonly string[]): Promise<string[]> {
  const tokens: string[] = []
  for (const chunk of chunksOf(ids, 200))
    await db.write(async (tx) => {
      for (const userId of chunk) tokens.push((await insertLogin(tx, { userId, ip: '127.0.0.1', agent: 'bench' }, Date.now())).token)
    })
  return tokens
}

/** A photo for each student, as if they had just uploaded it. */
async function photosOf({ db }: Engine, ids: readonly string[]): Promise<void> {
  const created = new Date().toISOString()
  const photo = (id: string) => ({
    path: `bench/${id}.png`,
    biz: 'bench',
    name: '1.png',
    type: 'image/png',
    size: 1,
    created_by: id,
    created,
  })
  for (const chunk of chunksOf(ids, 200)) await db.write((tx) => tx.insertInto('sys_file').values(chunk.map(photo)).execute())
}

interface NewCourse {
  readonly semester: string
  readonly teachers: readonly string[]
  readonly students: readonly string[]
  readonly number: number
}

/** A published course with one session, and one result of each student; answers course and results. */
async function addCourse(engine: Engine, { semester, teachers, students, number }: NewCourse): Promise<{ id: string; results: string[] }> {
  const add = async (entity: string, rows: readonly WireRow[]) =>
    (
      await untypedEngine(engine).write({
        entity,
        operation: 'add',
        rows,
        ...asSystem,
        waive: entity === 'inspectionResult' ? ['score'] : [],
      })
    ).map(({ id }) => id)
  const [first = '', ...others] = teachers
  const courseId = one(await add('course', [{ courseTitle: `课程${number}`, semester, studentType: '1', teacherId: first, pubshed: 1 }]))
  await engine.db.write((tx) =>
    tx
      .insertInto('bh_course_teacher')
      .values(others.map((user) => ({ id: `bench-${courseId}-${user}`, course_id: courseId, user_id: user, kind: 'teacher', version: 1 })))
      .execute(),
  )
  const classId = one(await add('class', [{ courseId, className: `${number}班`, classTime: '星期一上午', studentType: '1' }]))
  await add(
    'classStudent',
    students.map((stuId) => ({ classId, stuId })),
  )
  const experiId = one(await add('experiment', [{ courseId, semester, experiName: '实验' }]))
  const within = { courseId, experiId }
  const experiAdressId = one(await add('experimentAddress', [{ courseId, experiAdress: '实验室' }]))
  const times = { startTime: '2026-10-12 08:00:00', endTime: '2026-10-12 10:00:00' }
  const most = Math.min(students.length, 1000)
  const numbers = { seatNum: most, facilityNum: 1, facilityStuNum: most }
  const session = { ...within, ...times, ...numbers, classIds: classId, groupName: '第1场', experiAdressId }
  const experiGroupId = one(await add('session', [session]))
  const inspectionId = one(await add('inspectionItem', [{ ...within, inspectName: '考察项', inspectType: '1' }]))
  const results = await add(
    'inspectionResult',
    students.map((stuId) => ({ ...within, experiGroupId, inspectionId, stuId })),
  )
  return { id: courseId, results }
}

/** Fill a fresh database with courses, their teachers and students, and open a login for each. */
export async function prepareFeed(env: Readonly<Record<string, string>>, size: FeedSize): Promise<FeedPeople> {
  const app = await buildApp(readConfig({ ...env, DEMO: 'off', LOG_LEVEL: 'silent' }))
  const { engine } = app
  try {
    const term = { semesterName: '2026-2027-1', beginDate: '2026-09-01', endDate: '2027-01-20', isCurrent: 1 as const }
    const [semester] = await engine.write({ entity: 'semester', operation: 'add', rows: [term], ...asSystem })
    const teachers = await writeStudents(engine, size.teachers, '2')
    const students = await writeStudents(engine, size.students)
    await photosOf(engine, students)
    const tokens = { teachers: await tokensOf(engine, teachers), students: await tokensOf(engine, students) }
    const listeners: Listener[] = []
    /** In the order in which they hand in: all courses in turn. */
    const submitters: Submitter[] = []
    for (let number = 0; number < size.courses; number++) {
      const mine = <T>(of: readonly T[]): T[] => of.filter((_, index) => index % size.courses === number)
      const own = { teachers: mine(teachers), students: mine(students) }
      const { id, results } = await addCourse(engine, { semester: semester?.id ?? '', ...own, number })
      const topic = `course:${id}`
      for (const [index, token] of mine(tokens.teachers).entries()) listeners.push({ userId: own.teachers[index] ?? '', token, topic })
      for (const [index, token] of mine(tokens.students).entries())
        submitters[index * size.courses + number] = {
          token,
          resultId: results[index] ?? '',
          filePaths: `bench/${own.students[index] ?? ''}.png`,
          topic,
        }
    }
    if (engine.db.dialect === 'postgres') await engine.db.write((tx) => sql`analyze`.execute(tx))
    return { listeners, submitters }
  } finally {
    await app.close()
  }
}
