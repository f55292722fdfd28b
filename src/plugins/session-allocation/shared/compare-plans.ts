import type { PlannedSession } from './plan.ts'

type Session = Pick<PlannedSession, 'groupName' | 'students'>

export interface StudentMove {
  readonly student: string
  readonly from: string
  readonly to: string
}

/** What happens to each student if one division replaces another; sessions with the same name are the same. */
export interface Comparison {
  readonly added: readonly string[]
  readonly moved: readonly StudentMove[]
  readonly unchanged: readonly string[]
  readonly gone: readonly string[]
}

const namesOf = (sessions: readonly Session[]): Map<string, string> =>
  new Map(sessions.flatMap(({ groupName, students }) => students.map((student) => [student, groupName] as const)))

/** What a plan changes for each student of the existing sessions. */
export function comparePlans(existing: readonly Session[], planned: readonly Session[]): Comparison {
  const before = namesOf(existing)
  const after = namesOf(planned)
  const added: string[] = []
  const moved: StudentMove[] = []
  const unchanged: string[] = []
  for (const [student, to] of after) {
    const from = before.get(student)
    if (from === undefined) added.push(student)
    else if (from === to) unchanged.push(student)
    else moved.push({ student, from, to })
  }
  return { added, moved, unchanged, gone: [...before.keys()].filter((student) => !after.has(student)) }
}
