import type { Plan, PlannedSession } from '../shared/plan.ts'
import type { Student } from '../wire.ts'

interface Names {
  readonly people: ReadonlyMap<string, Student>
  addressOf(id: string | undefined): string
}

const headings = ['场次', '座位数', '开始时间', '结束时间', '实验地址', '学号', '姓名', '班级']

/** One cell: quoted if necessary, and never a formula for the person who opens it. */
function cell(value: string | number): string {
  const text = String(value)
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

function linesOf(place: readonly (string | number)[], students: readonly string[], { people }: Names): string[] {
  const listed = students.flatMap((id) => people.get(id) ?? [])
  const rows = listed.map(({ studyNumber, realname, className }) => [...place, studyNumber, realname, className])
  return (rows.length > 0 ? rows : [[...place, '', '', '']]).map((row) => row.map(cell).join(','))
}

const sessionCells = ({ groupName, seatNum, startTime, endTime, experiAdressId }: PlannedSession, names: Names) => [
  groupName,
  seatNum,
  startTime ?? '',
  endTime ?? '',
  names.addressOf(experiAdressId),
]

/**
 * The plan as a table to keep: a line for each student, those left out at the end. The byte order mark makes a spreadsheet read
 * it as UTF-8.
 */
export function planFile(plan: Plan, names: Names): string {
  const sessions = plan.sessions.flatMap((session) => linesOf(sessionCells(session, names), session.students, names))
  const left = plan.leftOver.length > 0 ? linesOf(['待安排', '', '', '', ''], plan.leftOver, names) : []
  return `\uFEFF${[headings.join(','), ...sessions, ...left].join('\r\n')}\r\n`
}
