import { expect } from 'vitest'
import { untypedEngine } from '../../engine/server/index.ts'
import { readSheet } from '../../engine/server/transfer/sheet/workbook.ts'
import type { TestAnswer, Method, TestApp } from '../support/build-app.ts'
import { workbook } from '../engine/server/transfer/workbook-files.ts'
import { sessionRows } from './teaching-rows.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import { auditCount, stored, type WorldRow } from './world.ts'
import { expectNone } from '../support/expect-none.ts'

/** Every screen inside a course: its base, and a field to change with a value that identifies the owner. */
export const screens = [
  { name: 'course', base: '/inspect/bhCourse', change: { courseTitle: 'taken' } },
  { name: 'experiment', base: '/inspect/bhExperi', change: { experiName: 'taken' } },
  { name: 'experimentAddress', base: '/inspect/bhExperiAdress', change: { experiAdress: 'taken' } },
  { name: 'equipment', base: '/inspect/bhFacility', change: { facilityName: 'taken' } },
  { name: 'class', base: '/jw/bhClass', change: { className: 'taken' } },
  { name: 'classStudent', base: '/jw/bhClassStu', change: { groupNum: 9 } },
  { name: 'classStudent', base: '/jw/bHClassStu', change: { groupNum: 9 } },
  { name: 'session', base: '/inspect/bhExperiGroup', change: { groupName: 'taken' } },
  { name: 'sessionMember', base: '/inspect/bhExperiGroupStu', change: undefined },
  { name: 'sessionDevice', base: '/inspect/bhExperiGroupFacility', change: undefined },
  { name: 'seat', base: '/inspect/bhExperiSeat', change: { tjh: 'taken' } },
  { name: 'inspectionItem', base: '/inspect/bhInspection', change: { inspectName: 'taken' } },
  { name: 'inspectionResult', base: '/inspect/bhInspectionResult', change: { score: 1 } },
  { name: 'helpRequest', base: '/inspect/bhHelpRequest', change: undefined },
  { name: 'assistant', base: '/jw/tea', change: undefined },
] as const
export const tables = [
  'bh_course',
  'bh_experi',
  'bh_experi_adress',
  'bh_facility',
  'bh_class',
  'bh_class_stu',
  'bh_experi_group',
  'bh_experi_group_class',
  'bh_experi_group_stu',
  'bh_experi_group_facility',
  'bh_experi_seat',
  'bh_inspection',
  'bh_inspection_result',
  'bh_help_request',
  'bh_course_teacher',
  'sys_user',
  'sys_user_role',
  'sys_user_depart',
]

/** The filters that a list of the entity requires, with the ids of one course. */
export function asked(app: TestApp, name: string, ids: Readonly<Record<string, string>>): Record<string, string> {
  const { entity } = untypedEngine(app.app.engine).model(name)
  const needed = (entity.list.filters ?? []).flatMap((filter) => (typeof filter === 'object' && filter.required ? [filter.field] : []))
  return Object.fromEntries(
    needed.map((key) => {
      const field = entity.fields[key]
      return [key, field && 'to' in field ? (ids[field.to] ?? '') : '']
    }),
  )
}

/** Which parts of a stranger's course appear in an answer: its texts or its ids, except those that the caller sent. */
export function leakIn(text: string, theirs: Pick<CourseWorld, 'mark' | 'ids'>, sent: readonly string[] = []): string | undefined {
  if (text.includes(theirs.mark)) return `a text with ${theirs.mark}`
  const id = Object.entries(theirs.ids).find(([, value]) => !sent.includes(value) && text.includes(value))
  return id && `the id of its ${id[0]}`
}

async function textOf(answer: TestAnswer<unknown>): Promise<string> {
  if (!String(answer.headers['content-type']).includes('spreadsheet')) return answer.raw.toString()
  const cells: unknown[] = []
  for await (const row of readSheet(new Uint8Array(answer.raw), 'xlsx')) cells.push(row)
  return JSON.stringify(cells)
}

/** An upload of one sheet. */
export async function sheet(rows: (string | number)[][], fields: Record<string, string>, name = 'file'): Promise<FormData> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append(name, new Blob([Uint8Array.from(await workbook(rows))]), 'rows.xlsx')
  return form
}

type Call = readonly [Method, string, { query?: Record<string, string>; body?: unknown }]

/** Two teachers with a course each, and a check of everything of the second one's that the first one's calls might affect. */
export interface Strangers {
  readonly admin: string
  readonly semester: WorldRow
  readonly mine: CourseWorld
  readonly theirs: CourseWorld
  /** Makes calls with foreign ids: none may change a row, and no answer may show anything of the stranger's course. */
  harmless(calls: readonly Call[], as?: string, sent?: readonly string[]): Promise<readonly TestAnswer<unknown>[]>
}

export async function strangers(app: TestApp): Promise<Strangers> {
  const admin = await app.signIn('admin', '1')
  const semester = await aSemester(app, admin)
  const whole = async (mark: string): Promise<CourseWorld> => {
    const world = await aCourse(app, { admin, semester: semester.id, mark })
    return { ...world, ids: { ...world.ids, ...(await sessionRows(app, world)) } }
  }
  const mine = await whole('甲乙丙')
  const theirs = await whole('丁戊己')
  const everything = async () => ({ audit: await auditCount(app), rows: await Promise.all(tables.map((table) => stored(app, table))) })

  async function harmless(calls: readonly Call[], as = mine.teacher.token, sent = Object.values(theirs.ids)) {
    const before = await everything()
    const problems: string[] = []
    const answers: TestAnswer<unknown>[] = []
    for (const [method, path, given] of calls) {
      const answer = await app.call(method, path, { as, ...given })
      answers.push(answer)
      const leak = leakIn(await textOf(answer), theirs, sent)
      if (leak) problems.push(`${method} ${path} ${JSON.stringify(given)} shows ${leak}`)
      if (answer.status >= 500) problems.push(`${method} ${path} ${JSON.stringify(given)} faults`)
    }
    expectNone(problems)
    expect(await everything()).toEqual(before)
    return answers
  }
  return { admin, semester, mine, theirs, harmless }
}
