import { Tag } from 'antd'
import type { MemberActs } from './MemberItem.tsx'
import { MemberList } from './MemberList.tsx'
import type { Student } from '../wire.ts'

interface Props {
  readonly students: readonly string[]
  readonly people: ReadonlyMap<string, Student>
  readonly selected: ReadonlySet<string>
  readonly acts: MemberActs
  dropOut(): void
}

/** Students whom the plan leaves out; they can be divided later. */
export function LeftOver({ students, people, selected, acts, dropOut }: Props) {
  return (
    <section
      className="plan-session"
      aria-label="待安排"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        dropOut()
      }}
    >
      <header className="plan-session-head">
        <h4>待安排</h4>
        <Tag color={students.length > 0 ? 'gold' : 'default'}>{students.length} 人</Tag>
        <span className="plan-session-note">拖到这里的学生不进入任何场次，以后可再分配</span>
      </header>
      {students.length > 0 && <MemberList label="待安排的学生" students={students} people={people} selected={selected} acts={acts} />}
    </section>
  )
}
