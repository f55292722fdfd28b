import { useState } from 'react'
import { MemberItem, memberId, type MemberActs } from './MemberItem.tsx'
import type { Student } from '../wire.ts'

interface Props {
  readonly label: string
  readonly students: readonly string[]
  readonly people: ReadonlyMap<string, Student>
  readonly selected: ReadonlySet<string>
  /** Students who are in another session at the same time. */
  readonly clashing?: ReadonlySet<string>
  readonly acts: MemberActs
}

/** The students of one place: a single stop of the Tab key, where the focus was last. */
export function MemberList({ label, students, people, selected, clashing, acts }: Props) {
  const [visited, setVisited] = useState<string>()
  const reachable = visited !== undefined && students.includes(visited) ? visited : students[0]
  return (
    <ul
      className="plan-members"
      role="listbox"
      aria-multiselectable
      aria-label={label}
      onFocus={({ target }) => setVisited(students.find((id) => memberId(id) === target.id))}
    >
      {students.map((id) => {
        const student = people.get(id)
        return (
          student && (
            <MemberItem
              key={id}
              student={student}
              selected={selected.has(id)}
              clashes={clashing?.has(id) === true}
              reachable={id === reachable}
              acts={acts}
            />
          )
        )
      })}
    </ul>
  )
}
