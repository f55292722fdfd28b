import { sql } from 'kysely'
import { asSystem } from '../../src/server/access/system-actor.ts'
import { buildApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { fillRows } from './fill-rows.ts'
import { untypedEngine } from '../../engine/server/index.ts'
import type { WireRow } from '../../engine/schema/index.ts'

const COURSES = 100
const SET = 5000
const SAMPLE = 1000
/** So many rows have a rare name. */
const RARE = 20

export interface BenchData {
  readonly courseIds: readonly string[]
  readonly perCourse: number
  /** Ids of rows from all over the table. */
  readonly sample: readonly string[]
  /** Texts that one row each contains. */
  readonly rare: readonly string[]
}

/** More rows than this are not all written by the engine. */
const MOST_WRITTEN = 100_000

/** Fill a fresh database with courses and their equipment through the engine's own write path, in sets; with very many, past it. */
export async function prepareData(env: Readonly<Record<string, string>>, rows: number): Promise<BenchData> {
  const app = await buildApp(readConfig({ ...env, DEMO: 'off', LOG_LEVEL: 'silent' }))
  const add = async (entity: string, set: readonly WireRow[]) => {
    const outcomes = await untypedEngine(app.engine).write({ entity, operation: 'add', rows: set, ...asSystem })
    return outcomes.map(({ id }) => id)
  }
  try {
    const [semester] = await add('semester', [
      { semesterName: '2026-2027-1', beginDate: '2026-09-01', endDate: '2027-01-20', isCurrent: 1 },
    ])
    const admin = await app.engine.db.read.selectFrom('sys_user').select('id').executeTakeFirstOrThrow()
    const teacherId = String(admin['id'])
    const courses = Array.from({ length: COURSES }, (_, n) => ({ courseTitle: `课程 ${n + 1}`, semester, studentType: '1', teacherId }))
    const courseIds = await add('course', courses)
    const perCourse = Math.ceil(rows / COURSES)
    const rowOf = (n: number) => equipmentRow(courseIds, n, rows)
    const ids: string[] = rows > MOST_WRITTEN ? await fillRows(app.engine, 'equipment', rows, rowOf) : []
    for (let from = ids.length; from < rows; from += SET)
      ids.push(
        ...(await add(
          'equipment',
          Array.from({ length: Math.min(SET, rows - from) }, (_, index) => rowOf(from + index)),
        )),
      )
    const step = Math.ceil(rows / SAMPLE)
    const sample = ids.filter((_, index) => index % step === 0)
    if (app.engine.db.dialect === 'postgres') await sql`vacuum analyze`.execute(app.engine.db.read)
    const rare = Array.from({ length: rows }, (_, n) => n)
      .filter((n) => isRare(n, rows))
      .map((n) => `谱仪${n}号`)
    return { courseIds, perCourse, sample, rare }
  } finally {
    await app.close()
  }
}

const isRare = (n: number, rows: number): boolean => n % Math.ceil(rows / RARE) === 7

/** Neighbouring rows belong to different courses, as rows written over the years do; a few all over the table have a rare name. */
function equipmentRow(courseIds: readonly string[], n: number, rows: number): WireRow {
  return {
    courseId: courseIds[n % courseIds.length],
    facilityNum: `SB${String(Math.floor(n / courseIds.length) + 1).padStart(5, '0')}`,
    facilityName: isRare(n, rows) ? `光谱仪${n}号` : '数字示波器',
    property1: `第 ${(n % 12) + 1} 排`,
    property2: n % 15 === 0 ? '备用' : '正常',
    property: '',
  }
}
