import type { WorldRow } from '../api/world.ts'
import { demoPassword, type Journey } from './journey.ts'

type Given = Readonly<Record<string, unknown>>
export type Call = <Result>(method: 'GET' | 'POST', path: string, given?: Given) => Promise<Result>

export interface SmallSession {
  /** A call to the server as the teacher, without the browser; a refusal is thrown. */
  readonly call: Call
  /** Six seats in three small groups, with a time and a room, and still without students. */
  readonly session: WorldRow
  /** The students of the class, by student number. */
  readonly students: readonly WorldRow[]
  /** The devices of the course, by number. */
  readonly devices: readonly WorldRow[]
  readonly className: string
  /** The address of the list that shows the session. */
  readonly screen: string
}

export async function callAs(journey: Pick<Journey, 'server'>, username: string, password = demoPassword): Promise<Call> {
  let token = ''
  const call: Call = async (method, path, given = {}) => {
    const query = method === 'GET' ? `?${new URLSearchParams(given as Record<string, string>).toString()}` : ''
    const sent = method === 'POST' ? { body: JSON.stringify(given) } : {}
    const headers = { 'content-type': 'application/json', 'x-access-token': token }
    const reply = await fetch(`${journey.server.url}/api${path}${query}`, { method, headers, ...sent })
    const answer = JSON.parse(await reply.text())
    if (!answer.success) throw new Error(`${path}: ${answer.message}`)
    return answer.result
  }
  const identity = { username, password, captcha: '', checkKey: '' }
  token = (await call<{ token: string }>('POST', '/sys/login', identity)).token
  return call
}

/** One session of the demo teacher's course, made through calls. */
export async function smallSession(journey: Pick<Journey, 'server'>): Promise<SmallSession> {
  const call = await callAs(journey, 'teacher1')
  const rows = async (path: string, query: Record<string, string>) => (await call<{ records: WorldRow[] }>('GET', path, query)).records
  const first = async (path: string, query: Record<string, string>) => {
    const [found] = await rows(path, query)
    if (!found) throw new Error(`${path} is empty`)
    return found
  }
  const { courseId } = await first('/inspect/bhCourse/list', { courseTitle: '数字电路实验' })
  const within = { courseId: String(courseId) }
  const experiment = await first('/inspect/bhExperi/list', within)
  const address = await first('/inspect/bhExperiAdress/list', within)
  const room = await first('/jw/bhClass/list', within)
  const session = await call<WorldRow>('POST', '/inspect/bhExperiGroup/add', {
    courseId,
    experiId: experiment.id,
    classIds: room.id,
    groupName: '第1场',
    experiAdressId: address.id,
    seatNum: 6,
    facilityNum: 3,
    facilityStuNum: 2,
    startTime: '2026-11-23 08:00:00',
    endTime: '2026-11-23 10:00:00',
  })
  const sorted = { order: 'asc', pageSize: '30' }
  return {
    call,
    session,
    students: await rows('/jw/bhClassStu/list', { ...sorted, classId: room.id, column: 'studyNumber' }),
    devices: await rows('/inspect/bhFacility/list', { ...sorted, ...within, column: 'facilityNum' }),
    className: String(room.className),
    screen: `/teaching/session?courseId=${within.courseId}&experiId=${experiment.id}&classIds=${room.id}`,
  }
}
