import { aPerson, password, type WorldRow } from '../../../../api/world.ts'
import type { TestAnswer, Method, TestApp } from '../../../../support/build-app.ts'
import { aLaboratory, type Laboratory } from '../../seats/server/laboratory.ts'

export const base = '/inspect/bhInspectionResult'

export interface Person {
  readonly id: string
  readonly realname: string
  readonly token: string
}

/** A course on the day of its session: students are seated, results exist, and a teacher and two assistants are at work. */
export interface CourseDay {
  readonly app: TestApp
  readonly lab: Laboratory
  readonly session: WorldRow
  readonly items: readonly WorldRow[]
  readonly teacher: Person
  readonly assistants: readonly [Person, Person]
  /** Signed in, in the order of their seats; two of them share a device. */
  readonly students: readonly Person[]
  /** The result of a student for an item, as the administrator sees it. */
  result(student: number, item?: number): Promise<WorldRow>
  call<Result = WorldRow>(method: Method, path: string, given: Given): Promise<TestAnswer<Result>>
  /** A POST that must succeed; answers its result. */
  done<Result = WorldRow>(call: string, as: Person, body: object): Promise<Result>
  /** The sentence of a POST that must be refused. */
  refusal(call: string, as: Person, body: object): Promise<string>
  get<Result = WorldRow>(call: string, as: Person, query?: Record<string, string>): Promise<Result>
  /** The student's own stored image. */
  photo(as: Person): Promise<string>
  /** Submit a photo for the student's own result; answers the row. */
  submitted(student: number, item?: number): Promise<WorldRow>
}

interface Given {
  readonly as: Person
  readonly body?: object
  readonly query?: Record<string, string>
  readonly key?: string
}

const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

export async function aCourseDay(app: TestApp, size: { students?: number; items?: number } = {}): Promise<CourseDay> {
  const count = size.students ?? 4
  const lab = await aLaboratory(app, { classes: [count], devices: Math.ceil(count / 2) })
  const { admin, courseId, experiId } = lab
  const helpers = [await aPerson(app, admin, '3'), await aPerson(app, admin, '3')] as const
  await lab.done('/jw/tea/addCourseTea', { courseId, ids: helpers.map(({ id }) => id).join(',') })
  await lab.done('/inspect/bhCourse/audit', { id: courseId, status: 1 })
  const session = await lab.session({ seatNum: count, facilityNum: Math.ceil(count / 2), facilityStuNum: 2 })
  await lab.done('/inspect/bhExperiGroup/groupAddStu', { experiGroupId: session.id, ids: lab.students.map(({ id }) => id).join(',') })
  await lab.done('/inspect/bhExperiGroup/initSeatFacility', { id: session.id })
  const items: WorldRow[] = []
  for (let n = 1; n <= (size.items ?? 1); n++)
    items.push(await lab.done('/inspect/bhInspection/add', { courseId, experiId, inspectName: `考察${n}`, inspectType: '1' }))
  await lab.done('/inspect/bhInspection/initInSpectionResAll', { experiId })
  const students: Person[] = []
  for (const seat of await lab.seats(session.id)) {
    const token = await app.signIn(String(seat.studyNumber), '4', password)
    students.push({ id: String(seat.stuId), realname: String(seat.realname), token })
  }
  const teacher = { ...lab.teacher, realname: '' }

  const call = <Result = WorldRow>(method: Method, path: string, { as, key, ...given }: Given) =>
    app.call<Result>(method, path.startsWith('/') ? path : `${base}/${path}`, {
      as: as.token,
      ...given,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    })
  const done = async <Result = WorldRow>(path: string, as: Person, body: object) => {
    const answer = await call<Result>('POST', path, { as, body })
    if (!answer.body.success) throw new Error(`${path} refused: ${JSON.stringify(answer.body)}`)
    return answer.body.result
  }
  const get = async <Result = WorldRow>(path: string, as: Person, query: Record<string, string> = {}) => {
    const answer = await call<Result>('GET', path, { as, query })
    if (!answer.body.success) throw new Error(`${path} refused: ${JSON.stringify(answer.body)}`)
    return answer.body.result
  }
  const result = async (student: number, item = 0) => {
    const query = { inspectionId: items[item]?.id ?? '', stuId: students[student]?.id ?? '' }
    const row = (await get<{ records: WorldRow[] }>('list', teacher, query)).records[0]
    if (!row) throw new Error('no result')
    return row
  }
  const photo = async (as: Person) => {
    const body = new FormData()
    body.append('file', new File([onePixel], '照片.png', { type: 'image/png' }))
    return (await app.call('POST', '/sys/common/upload', { as: as.token, body })).body.message
  }
  const student = (index: number): Person => {
    const found = students[index]
    if (!found) throw new Error('no such student')
    return found
  }
  return {
    app,
    lab,
    session,
    items,
    teacher,
    assistants: helpers,
    students,
    result,
    call,
    done,
    get,
    photo,
    refusal: async (path, as, body) => {
      const answer = await call('POST', path, { as, body })
      if (answer.body.success) throw new Error(`${path} was not refused`)
      return answer.body.message
    },
    submitted: async (index, item = 0) => {
      const { id } = await result(index, item)
      return done('submit', student(index), { id, filePaths: await photo(student(index)) })
    },
  }
}
