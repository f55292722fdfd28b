import { addRow, aPerson, type WorldRow } from '../../../../api/world.ts'
import type { TestAnswer, Method, TestApp } from '../../../../support/build-app.ts'

/** A teacher's course with classes of students, devices, rooms, and experiments in which to seat them. */
export interface Laboratory {
  readonly app: TestApp
  readonly admin: string
  readonly teacher: { readonly id: string; readonly token: string }
  readonly courseId: string
  readonly semester: string
  readonly experiId: string
  readonly classes: readonly WorldRow[]
  /** In the order of class and student number. */
  readonly students: readonly WorldRow[]
  readonly devices: readonly WorldRow[]
  readonly addresses: readonly WorldRow[]
  call<Result = WorldRow>(method: Method, path: string, given?: Given): Promise<TestAnswer<Result>>
  /** A call that must succeed; answers its result. */
  done<Result = WorldRow>(path: string, body: object): Promise<Result>
  get<Result = WorldRow>(path: string, query: Record<string, string>): Promise<Result>
  refusal(path: string, body: object): Promise<string>
  session(values?: object): Promise<WorldRow>
  seats(id: string): Promise<readonly WorldRow[]>
  members(id: string): Promise<readonly string[]>
}

interface Given {
  readonly body?: object
  readonly query?: Record<string, string>
  readonly as?: string
}

let laboratories = 0
const day = (n: number) => `2026-10-${String((n % 28) + 1).padStart(2, '0')}`
const times = (n: number) => ({ startTime: `${day(n)} 08:00:00`, endTime: `${day(n)} 10:00:00` })

export async function aLaboratory(app: TestApp, size: { classes: number[]; devices: number }): Promise<Laboratory> {
  const mark = `实验室${++laboratories}`
  const admin = await app.signIn('admin', '1')
  const teacher = await aPerson(app, admin, '2')
  const as = teacher.token
  const semesterName = `2026-2027-${laboratories}`
  const dates = { beginDate: '2026-09-01', endDate: '2027-01-20' }
  const semester = (await addRow(app, '/inspect/bhSemester', { as: admin, body: { semesterName, ...dates } })).id
  const courseId = (await addRow(app, '/inspect/bhCourse', { as, body: { courseTitle: `${mark}课程`, semester, studentType: '1' } })).id
  const experiId = (await addRow(app, '/inspect/bhExperi', { as, body: { courseId, semester, experiName: `${mark}实验` } })).id
  const classes: WorldRow[] = []
  const students: WorldRow[] = []
  for (const [index, count] of size.classes.entries()) {
    const body = { courseId, className: `${mark}${index + 1}班`, classTime: '星期一上午', studentType: '1' }
    const room = await addRow(app, '/jw/bhClass', { as, body })
    classes.push(room)
    for (let n = 1; n <= count; n++) {
      const studyNumber = `L${laboratories}${index}${String(n).padStart(3, '0')}`
      const person = {
        username: studyNumber,
        password: 'Abc123!@',
        confirmpassword: 'Abc123!@',
        realname: `${mark}学生${studyNumber}`,
        studyNumber,
      }
      const student = await addRow(app, '/jw/user', { as: admin, body: person })
      students.push(student)
      await addRow(app, '/jw/bhClassStu', { as, body: { classId: room.id, stuId: student.id } })
    }
  }
  const devices: WorldRow[] = []
  for (let n = 1; n <= size.devices; n++)
    devices.push(
      await addRow(app, '/inspect/bhFacility', {
        as,
        body: { courseId, facilityName: `${mark}设备`, facilityNum: `D${String(n).padStart(3, '0')}` },
      }),
    )
  const addresses: WorldRow[] = []
  for (const n of [1, 2, 3])
    addresses.push(await addRow(app, '/inspect/bhExperiAdress', { as, body: { courseId, experiAdress: `${mark}${n}室` } }))

  const call = <Result = WorldRow>(method: Method, path: string, given: Given = {}) => app.call<Result>(method, path, { as, ...given })
  const done = async <Result = WorldRow>(path: string, body: object) => {
    const answer = await call<Result>('POST', path, { body })
    if (!answer.body.success) throw new Error(`${path} refused: ${JSON.stringify(answer.body)}`)
    return answer.body.result
  }
  const get = async <Result = WorldRow>(path: string, query: Record<string, string>) => {
    const answer = await call<Result>('GET', path, { query })
    if (!answer.body.success) throw new Error(`${path} refused: ${JSON.stringify(answer.body)}`)
    return answer.body.result
  }
  let sessions = 0
  return {
    app,
    admin,
    teacher,
    courseId,
    semester,
    experiId,
    classes,
    students,
    devices,
    addresses,
    call,
    done,
    get,
    refusal: async (path, body) => {
      const answer = await call('POST', path, { body })
      if (answer.body.success) throw new Error(`${path} was not refused`)
      return answer.body.message
    },
    session: (values = {}) => {
      const n = ++sessions
      const numbers = { seatNum: 4, facilityNum: 2, facilityStuNum: 2, experiAdressId: addresses[0]?.id }
      return addRow(app, '/inspect/bhExperiGroup', {
        as,
        body: { courseId, experiId, groupName: `${mark}第${n}场`, ...numbers, ...times(n), ...values },
      })
    },
    seats: (id) => get<WorldRow[]>('/inspect/bhExperiGroup/groupSeatList', { experiGroupId: id }),
    members: async (id) => {
      const page = await get<{ records: WorldRow[] }>('/inspect/bhExperiGroupStu/list', { experiGroupId: id, pageSize: '1000' })
      return page.records.map(({ stuId }) => String(stuId)).sort()
    },
  }
}
