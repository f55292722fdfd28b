import type { PlanAnswer } from '../../src/plugins/session-allocation/wire.ts'
import { timed } from './bench-calls.ts'
import { median } from './compare.ts'
import type { CourseData } from './prepare-course.ts'

const RUNS = 30
const WARM_UP = 10

export interface ListTimes {
  readonly what: string
  readonly milliseconds: number
}

/** Sessions of the course's second experiment that seat half of its first class; answers the id of one. */
async function aHalfFilledSession(
  server: { readonly port: number; readonly token: string },
  { courseId, classIds, experiIds }: CourseData,
): Promise<string> {
  const base = '/inspect/bhExperiGroup'
  const experiId = experiIds[1]
  const asked = { courseId, experiId, classIds: classIds[0], groupNum: 17, groupStuNum: 30, facilityStuNum: 1 }
  const { sessions } = (await timed<PlanAnswer>(server, `${base}/planGroup`, asked)).result
  const halves = sessions.map(({ groupName, students }) => ({ groupName, students: students.slice(0, 15) }))
  await timed(server, `${base}/commitGroup`, { ...asked, sessions: halves })
  const query = new URLSearchParams({ courseId, experiId: experiId ?? '', classIds: classIds[0] ?? '' })
  const list = await timed<{ records: { id: string }[] }>(server, `${base}/list?${query}`)
  return list.result.records[0]?.id ?? ''
}

/** Milliseconds, in the middle, of the first page of each list of students. */
export async function measureLists(server: { readonly port: number; readonly token: string }, data: CourseData): Promise<ListTimes[]> {
  const session = await aHalfFilledSession(server, data)
  const classId = data.classIds[0] ?? ''
  const name = encodeURIComponent('生1000123')
  const calls: readonly (readonly [string, string])[] = [
    ['class list', `/jw/bhClassStu/list?classId=${classId}&pageSize=10`],
    ['class list, name', `/jw/bhClassStu/list?classId=${classId}&realname=*${name}*&pageSize=10`],
    ['to a class', `/jw/user/listStu?notUseCourseOfClassId=${classId}&pageSize=10`],
    ['to a session', `/inspect/bhExperiSeat/queryExperiSeatStu?experiGroupId=${session}&pageSize=10`],
    ['to a session, name', `/inspect/bhExperiSeat/queryExperiSeatStu?experiGroupId=${session}&realname=${name}&pageSize=10`],
    ['of a session', `/inspect/bhExperiSeat/queryExperiSeatStu?experiGroupId=${session}&type=noChoose&pageSize=10`],
  ]
  const times: ListTimes[] = []
  for (const [what, path] of calls) {
    const seconds: number[] = []
    for (let run = -WARM_UP; run < RUNS; run++) {
      const once = (await timed(server, path)).seconds
      if (run >= 0) seconds.push(once)
    }
    times.push({ what, milliseconds: median(seconds) * 1000 })
  }
  return times
}
