import { expect } from 'vitest'
import type { CellProblem } from '../../../../engine/server/transfer/errors.ts'
import type { JobView } from '../../../../engine/server/transfer/jobs/job-view.ts'
import { testApp, type TestAnswer, type TestApp } from '../../../support/build-app.ts'
import type { DatabaseKind } from '../../../support/databases.ts'

export interface SchoolRow {
  readonly id: string
  readonly [key: string]: unknown
}

export interface Counted {
  readonly add: number
  readonly change: number
  readonly same: number
  readonly totalCount: number
}

type Fields = Record<string, string>

function formOf(file: Uint8Array, fields: Fields = {}): FormData {
  const data = new FormData()
  for (const [key, value] of Object.entries(fields)) data.append(key, value)
  data.append('file', new Blob([Uint8Array.from(file)]), '名单.xlsx')
  return data
}

/** The wrong rows of an answer. */
export function errorsOf(answer: TestAnswer<unknown>): CellProblem[] {
  const errors = answer.body.details?.['errors']
  return Array.isArray(errors) ? errors : []
}

/** The application with an administrator, a teacher and two of the teacher's courses. */
export class School {
  readonly app: TestApp
  admin = ''
  teacher = ''
  courseId = ''
  otherCourse = ''
  semester = ''

  constructor(app: TestApp) {
    this.app = app
  }

  async open(): Promise<this> {
    this.admin = await this.app.signIn('admin', '1')
    this.teacher = await this.app.signIn('admin', '2')
    const semester = await this.app.call<SchoolRow>('POST', '/inspect/bhSemester/add', {
      as: this.admin,
      body: { semesterName: '2026-2027-1', beginDate: '2026-09-01', endDate: '2027-01-20', isCurrent: 1 },
    })
    this.semester = semester.body.result.id
    const course = { semester: this.semester, studentType: '1', beginDate: '2026-09-01', endDate: '2026-12-31' }
    this.courseId = await this.add('/inspect/bhCourse', { ...course, courseTitle: '电子测量' })
    this.otherCourse = await this.add('/inspect/bhCourse', { ...course, courseTitle: '信号与系统' })
    return this
  }

  importInto(base: string, file: Uint8Array, options: { as?: string; fields?: Fields } = {}): Promise<TestAnswer<Counted>> {
    return this.app.call<Counted>('POST', `${base}/importExcel`, { as: options.as ?? this.teacher, body: formOf(file, options.fields) })
  }

  /** Import devices into a course, by default the first one. */
  devices(file: Uint8Array, course = this.courseId): Promise<TestAnswer<Counted>> {
    return this.importInto('/inspect/bhFacility', file, { fields: { courseId: course } })
  }

  async listDevices(course = this.courseId): Promise<SchoolRow[]> {
    const query = { courseId: course, pageSize: 1000 }
    return (await this.app.call<{ records: SchoolRow[] }>('GET', '/inspect/bhFacility/list', { as: this.teacher, query })).body.result
      .records
  }

  async add(base: string, body: Record<string, unknown>, as = this.teacher): Promise<string> {
    const answer = await this.app.call<SchoolRow>('POST', `${base}/add`, { as, body })
    expect(answer.body).toMatchObject({ success: true })
    return String(answer.body.result.id)
  }

  /** Upload a file for checking. */
  async uploaded(base: string, file: Uint8Array, fields: Fields, as = this.teacher): Promise<string> {
    return (await this.app.call<{ job: string }>('POST', `${base}/importCheck`, { as, body: formOf(file, fields) })).body.result.job
  }

  async viewOf(base: string, job: string, as = this.teacher): Promise<JobView> {
    return (await this.app.call<JobView>('GET', `${base}/importJob`, { as, query: { job } })).body.result
  }

  /** Upload a file for checking and wait for the result. */
  checked(base: string, file: Uint8Array, fields: Fields): Promise<JobView> {
    return this.checkedAs(this.teacher, base, file, fields)
  }

  async checkedAs(as: string, base: string, file: Uint8Array, fields: Fields = {}): Promise<JobView> {
    const job = await this.uploaded(base, file, fields, as)
    for (;;) {
      const view = await this.viewOf(base, job, as)
      if (view.phase !== 'reading' && view.phase !== 'checking') return view
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  close(): Promise<void> {
    return this.app.close()
  }
}

export const openSchool = async (database: DatabaseKind): Promise<School> => new School(await testApp({ database })).open()
