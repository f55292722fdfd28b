import { smallGroupOf } from '../../../teaching/small-group.ts'
import { sizesOf, type AllocationNumbers } from './numbers.ts'
import { numberedName } from './session-names.ts'

/** A session that is not stored yet. Students are ids. */
export interface PlannedSession {
  readonly groupName: string
  /** The number of seats, which limits the students. */
  readonly seatNum: number
  /** Devices that it needs. */
  readonly facilityNum: number
  readonly students: readonly string[]
  readonly startTime?: string
  readonly endTime?: string
  readonly experiAdressId?: string
}

export interface Plan {
  readonly sessions: readonly PlannedSession[]
  /** Students in no session. */
  readonly leftOver: readonly string[]
}

export interface PlanRequest extends Omit<AllocationNumbers, 'stuCount'> {
  /** Ids in seating order: by class, then student number. */
  readonly students: readonly string[]
  /** The number of existing sessions; new names continue after them. */
  readonly after?: number
}

/** The place of students who are in no session. */
export const TRAY = -1

/** Neighbours in the list stay together; sessions differ by at most one student. The numbers must already be checked. */
export function planSessions({ students, groupNum, groupStuNum, facilityStuNum, after = 0 }: PlanRequest): Plan {
  let start = 0
  const sessions = sizesOf(students.length, groupNum).map((size, index): PlannedSession => {
    const members = students.slice(start, start + size)
    start += size
    return {
      groupName: numberedName(after + index + 1),
      seatNum: groupStuNum,
      facilityNum: smallGroupOf(groupStuNum, { facilityStuNum }),
      students: members,
    }
  })
  return { sessions, leftOver: [] }
}

/** Index of a student's session; TRAY if they are in none. */
export const sessionIndexOf = ({ sessions }: Plan, student: string): number =>
  sessions.findIndex((session) => session.students.includes(student))

export const isFull = ({ students, seatNum }: PlannedSession): boolean => students.length >= seatNum

/** Change the students of some places; all others stay the same objects, so that only what changed is redrawn. */
function changeStudents(plan: Plan, places: readonly number[], change: (students: readonly string[], place: number) => string[]): Plan {
  return {
    sessions: plan.sessions.map((session, index) =>
      places.includes(index) ? { ...session, students: change(session.students, index) } : session,
    ),
    leftOver: places.includes(TRAY) ? change(plan.leftOver, TRAY) : plan.leftOver,
  }
}

/**
 * Move a student into another session, or into the tray. Returns the same plan if nothing changes: they are there already, or it is
 * full.
 */
export function moveMember(plan: Plan, student: string, to: number): Plan {
  const from = sessionIndexOf(plan, student)
  const target = plan.sessions[to]
  if (from === to || (to !== TRAY && (!target || isFull(target)))) return plan
  return changeStudents(plan, [from, to], (students, place) =>
    place === to ? [...students, student] : students.filter((id) => id !== student),
  )
}

/** Two students swap places. */
export function swap(plan: Plan, one: string, other: string): Plan {
  const places = [sessionIndexOf(plan, one), sessionIndexOf(plan, other)]
  if (one === other) return plan
  const exchanged = new Map([
    [one, other],
    [other, one],
  ])
  return changeStudents(plan, places, (students) => students.map((id) => exchanged.get(id) ?? id))
}

/** Set the time or room of one session. */
export function setSession(plan: Plan, place: number, values: Partial<Omit<PlannedSession, 'students'>>): Plan {
  return { ...plan, sessions: plan.sessions.map((session, index) => (index === place ? { ...session, ...values } : session)) }
}
