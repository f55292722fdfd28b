import { anyText, arrayOf, objectOf, open, orNull } from '../../../../engine/json-schema-parts.ts'
import { InvalidInput, jsonReader, Refused } from '../../../../engine/server/index.ts'
import { smallGroupOf } from '../../../teaching/small-group.ts'
import type { AllocationNumbers } from '../shared/numbers.ts'
import type { Plan, PlannedSession } from '../shared/plan.ts'
import { numberedAfter } from '../shared/session-names.ts'
import { timeProblem } from '../shared/slots.ts'
import type { SentSession, StoredSession } from '../wire.ts'

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

type SentText = string | null
/** A session as it is sent; an empty value counts as absent. */
type Written = Pick<SentSession, 'students'> & { readonly [K in Exclude<keyof SentSession, 'students'>]?: SentText }

const sentText = orNull(anyText)
const readSessions = jsonReader(
  arrayOf(
    open(
      objectOf<Written>({
        required: { students: true },
        properties: { students: arrayOf(anyText), groupName: sentText, startTime: sentText, endTime: sentText, experiAdressId: sentText },
      }),
    ),
  ),
)

const textOf = (sent: SentText | undefined): string | undefined => sent?.trim() || undefined

/** A time of a session, to the minute. */
function timeOf(sent: SentText | undefined, groupName: string): string | undefined {
  const time = textOf(sent)
  const real = time === undefined || (TIME.test(time) && !Number.isNaN(Date.parse(`${time.replace(' ', 'T')}Z`)))
  if (!real) throw new InvalidInput({ sessions: `${groupName}：时间格式有误！` })
  return time && `${time.slice(0, -2)}00`
}

function sessionOf({ students, ...sent }: Written): SentSession {
  const groupName = textOf(sent.groupName)
  if (!groupName) throw new InvalidInput({ sessions: '请输入场次名称!' })
  const startTime = timeOf(sent.startTime, groupName)
  const endTime = timeOf(sent.endTime, groupName)
  const problem = timeProblem({ startTime, endTime })
  if (problem) throw new InvalidInput({ sessions: `${groupName}：${problem}` })
  const experiAdressId = textOf(sent.experiAdressId)
  return {
    groupName,
    students,
    ...(startTime && endTime ? { startTime, endTime } : {}),
    ...(experiAdressId ? { experiAdressId } : {}),
  }
}

/** The sessions of an adjusted plan; undefined if none was sent. */
export function sentSessions({ sessions }: { readonly sessions: string | null }): SentSession[] | undefined {
  if (!sessions) return undefined
  const list = readSessions(sessions)
  if (!list) throw new InvalidInput({ sessions: '方案格式有误！' })
  return list.map(sessionOf)
}

/** What an adjusted plan is checked against. */
interface Present {
  readonly free: readonly string[]
  readonly numbers: AllocationNumbers
  readonly existing: readonly StoredSession[]
}

/**
 * An adjusted plan must divide exactly the existing students: each at most once, only free ones, and no session beyond its
 * seats. Students in no session are left over.
 */
export function adjustedPlan(sent: readonly SentSession[], { free, numbers, existing }: Present): Plan {
  const left = new Set(free)
  const names = new Set<string>()
  const taken = new Set(existing.map(({ groupName }) => groupName))
  const facilityNum = smallGroupOf(numbers.groupStuNum, numbers)
  if (sent.length !== numbers.groupNum) throw new InvalidInput({ sessions: '方案的场次与场次数不一致！' })
  const sessions = numberedAfter(sent, existing).map((session): PlannedSession => {
    const { groupName, students } = session
    if (names.has(groupName)) throw new InvalidInput({ sessions: `${groupName}：场次名称重复！` })
    names.add(groupName)
    if (taken.has(groupName)) throw new InvalidInput({ sessions: `${groupName}：该实验下场次名称已存在!` })
    if (students.length > numbers.groupStuNum) throw new InvalidInput({ sessions: `${groupName}：学生人数超过每场次学生人数！` })
    for (const id of students) if (!left.delete(id)) throw new Refused('学生人数已变化，请重新查询！')
    return { ...session, seatNum: numbers.groupStuNum, facilityNum }
  })
  return { sessions, leftOver: [...left] }
}
