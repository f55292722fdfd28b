import type { WorldRow } from '../api/world.ts'
import { demoPassword, type Journey } from './journey.ts'
import { callAs, type Call } from './small-session.ts'

const base = '/inspect/bhInspectionResult'

export interface LiveStudent {
  readonly id: string
  readonly number: string
  readonly name: string
  /** The student's result for the first item. */
  readonly resultId: string
  submit(photos?: number): Promise<void>
  /** Submit one photo for another result of the student. */
  submitFor(resultId: string): Promise<void>
  /** Submit again: the previous photos and one more. */
  addPhoto(): Promise<void>
  help(content?: string): Promise<void>
  cancelHelp(): Promise<void>
}

export interface LiveClass {
  readonly teacher: Call
  readonly session: WorldRow
  readonly item: WorldRow
  readonly students: readonly LiveStudent[]
  /** An assistant of the course. */
  readonly assistant: string
  /** The result as the server stores it now. */
  result(student: LiveStudent): Promise<WorldRow>
  /** The address of the workbench with course, experiment, session and item chosen. */
  readonly screen: string
}

/** A stored picture of a person, drawn by `draw`. */
async function upload(journey: Journey, token: string, picture: Uint8Array<ArrayBuffer>): Promise<string> {
  const body = new FormData()
  body.append('biz', 'image')
  body.append('file', new File([picture], '照片.jpg', { type: 'image/jpeg' }))
  const reply = await fetch(`${journey.server.url}/api/sys/common/upload`, { method: 'POST', headers: { 'x-access-token': token }, body })
  return String(JSON.parse(await reply.text()).message)
}

async function tokenOf(journey: Journey, username: string): Promise<string> {
  const body = JSON.stringify({ username, password: demoPassword, captcha: '', checkKey: '' })
  const reply = await fetch(`${journey.server.url}/api/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return String(JSON.parse(await reply.text()).result.token)
}

/** Distinguishable pictures: a page of notes with a number. */
async function drawPictures(journey: Journey, count: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const page = await journey.open({ width: 1200, height: 900 })
  const pictures: Uint8Array<ArrayBuffer>[] = []
  for (let index = 1; index <= count; index++) {
    const lines = Array.from(
      { length: 9 },
      (_, line) => `<p>${line + 1}. U = ${(index * 0.37 + line).toFixed(2)} V，I = ${line * index + 3} mA</p>`,
    )
    await page.setContent(
      `<body style="margin:60px;font:28px serif;background:hsl(${index * 70} 45% 92%)"><h1>实验记录 第 ${index} 页</h1>${lines.join('')}</body>`,
    )
    pictures.push(new Uint8Array(await page.screenshot({ type: 'jpeg' })))
  }
  await page.close()
  return pictures
}

/** A session of the demo teacher's course with results, and students who can submit and ask for help. */
export async function liveClass(journey: Journey, size = 8): Promise<LiveClass> {
  const teacher = await callAs(journey, 'teacher1')
  const first = async (path: string, query: Record<string, string>) => {
    const [found] = (await teacher<{ records: WorldRow[] }>('GET', path, query)).records
    if (!found) throw new Error(`${path} is empty`)
    return found
  }
  const { courseId, semester } = await first('/inspect/bhCourse/list', { courseTitle: '数字电路实验' })
  const within = { courseId: String(courseId) }
  const experiment = await first('/inspect/bhExperi/list', within)
  const address = await first('/inspect/bhExperiAdress/list', within)
  const room = await first('/jw/bhClass/list', within)
  const roster = await teacher<{ records: WorldRow[] }>('GET', '/jw/bhClassStu/list', {
    classId: room.id,
    column: 'studyNumber',
    order: 'asc',
    pageSize: '1000',
  })
  const session = await teacher<WorldRow>('POST', '/inspect/bhExperiGroup/add', {
    ...within,
    experiId: experiment.id,
    classIds: room.id,
    groupName: '第1场',
    experiAdressId: address.id,
    seatNum: size,
    facilityNum: Math.ceil(size / 2),
    facilityStuNum: 2,
    startTime: '2026-11-23 08:00:00',
    endTime: '2026-11-23 10:00:00',
  })
  const ids = roster.records.slice(0, size).map(({ stuId }) => stuId)
  await teacher('POST', '/inspect/bhExperiGroup/groupAddStu', { experiGroupId: session.id, ids: ids.join(',') })
  await teacher('POST', '/inspect/bhExperiGroup/initSeatFacility', { id: session.id })
  const item = await teacher<WorldRow>('POST', '/inspect/bhInspection/add', {
    ...within,
    experiId: experiment.id,
    inspectName: '电路焊接',
    inspectType: '1',
  })
  await teacher('POST', '/inspect/bhInspection/initInSpectionResAll', { experiId: experiment.id })
  const seats = await teacher<WorldRow[]>('GET', '/inspect/bhExperiGroup/groupSeatList', { experiGroupId: session.id })
  const pictures = await drawPictures(journey, 3)
  const students = await Promise.all(seats.filter(({ stuId }) => stuId).map((seat) => liveStudent(journey, seat, pictures)))
  const query = new URLSearchParams({
    semester: String(semester),
    ...within,
    experiId: experiment.id,
    inspectionId: item.id,
    experiGroupId: session.id,
  })
  return {
    teacher,
    session,
    item,
    students,
    assistant: 'assistant1',
    result: ({ resultId }) => teacher<WorldRow>('GET', `${base}/queryById`, { id: resultId }),
    screen: `/teaching/inspectionResult/submitList?${query}`,
  }
}

async function liveStudent(journey: Journey, seat: WorldRow, pictures: readonly Uint8Array<ArrayBuffer>[]): Promise<LiveStudent> {
  const number = String(seat.studyNumber)
  const call = await callAs(journey, number)
  const mine = await call<{ records: WorldRow[] }>('GET', `${base}/stuList`)
  const resultId = String(mine.records[0]?.id)
  let token = ''
  let sent: readonly string[] = []
  const uploaded = async (added: readonly Uint8Array<ArrayBuffer>[]) => {
    token ||= await tokenOf(journey, number)
    return Promise.all(added.map((picture) => upload(journey, token, picture)))
  }
  const handIn = (id: string, paths: readonly string[]) => call('POST', `${base}/submit`, { id, filePaths: paths.join(',') })
  const send = async (added: readonly Uint8Array<ArrayBuffer>[], kept: readonly string[]) => {
    sent = [...kept, ...(await uploaded(added))]
    await handIn(resultId, sent)
  }
  return {
    id: String(seat.stuId),
    number,
    name: String(seat.realname),
    resultId,
    submit: (photos = 2) => send(pictures.slice(0, photos), []),
    submitFor: async (id) => void (await handIn(id, await uploaded(pictures.slice(0, 1)))),
    addPhoto: () => send(pictures.slice(sent.length, sent.length + 1), sent),
    help: async (content = '示波器没有波形') => void (await call('POST', `${base}/help`, { id: resultId, content })),
    cancelHelp: async () => void (await call('POST', `${base}/cancelHelp`, { id: resultId })),
  }
}
