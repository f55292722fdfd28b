import { sql } from 'kysely'
import { untypedEngine } from '../../engine/server/index.ts'
import type { WireRow } from '../../engine/schema/index.ts'
import { asSystem } from '../../src/server/access/system-actor.ts'
import { buildApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { writeStudents } from '../../tests/support/students.ts'

export interface CourseSize {
  readonly classes: number
  /** Students of each class. */
  readonly classSize: number
  readonly devices: number
  readonly rooms: number
  readonly experiments: number
}

export interface CourseData {
  readonly courseId: string
  readonly classIds: readonly string[]
  readonly experiIds: readonly string[]
  readonly roomIds: readonly string[]
}

const numbered = <T>(count: number, row: (n: number) => T): T[] => Array.from({ length: count }, (_, index) => row(index + 1))

/** Fill a fresh database with one course, its classes full of students, and what it takes to divide and seat them. */
export async function prepareCourse(env: Readonly<Record<string, string>>, size: CourseSize): Promise<CourseData> {
  const app = await buildApp(readConfig({ ...env, DEMO: 'off', LOG_LEVEL: 'silent' }))
  const { engine } = app
  const add = async (entity: string, rows: readonly WireRow[]) =>
    (await untypedEngine(engine).write({ entity, operation: 'add', rows, ...asSystem })).map(({ id }) => id)
  try {
    const [semester = ''] = await add('semester', [
      { semesterName: '2026-2027-1', beginDate: '2026-09-01', endDate: '2027-01-20', isCurrent: 1 },
    ])
    const admin = await engine.db.read.selectFrom('sys_user').select('id').executeTakeFirstOrThrow()
    const [courseId = ''] = await add('course', [{ courseTitle: '大学物理实验', semester, studentType: '1', teacherId: admin.id }])
    const classOf = (n: number) => ({ courseId, className: `${n}班`, classTime: '星期一上午', studentType: '1' })
    const classIds = await add('class', numbered(size.classes, classOf))
    for (const classId of classIds) {
      const students = await writeStudents(engine, size.classSize)
      await add(
        'classStudent',
        students.map((stuId) => ({ classId, stuId })),
      )
    }
    await add(
      'equipment',
      numbered(size.devices, (n) => ({ courseId, facilityName: '示波器', facilityNum: `SB${String(n).padStart(5, '0')}` })),
    )
    const roomIds = await add(
      'experimentAddress',
      numbered(size.rooms, (n) => ({ courseId, experiAdress: `${n}室` })),
    )
    const experiIds = await add(
      'experiment',
      numbered(size.experiments, (n) => ({ courseId, semester, experiName: `实验${n}` })),
    )
    // What PostgreSQL does by itself within a minute of such growth.
    if (engine.db.dialect === 'postgres') await engine.db.write((tx) => sql`analyze`.execute(tx))
    return { courseId, classIds, experiIds, roomIds }
  } finally {
    await app.close()
  }
}
