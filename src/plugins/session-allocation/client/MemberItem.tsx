import { memo, type KeyboardEvent } from 'react'
import type { Student } from '../wire.ts'

/** The actions on a member; the same object for the life of the drawer. */
export interface MemberActs {
  toggle(student: string): void
  drag(student: string): void
  /** A student is dropped onto this member. */
  dropOn(student: string): void
  press(event: KeyboardEvent<HTMLElement>, student: string): void
}

interface Props {
  readonly student: Student
  readonly selected: boolean
  readonly clashes: boolean
  /** The Tab key reaches this member of the list; arrows lead to the others. */
  readonly reachable: boolean
  readonly acts: MemberActs
}

export const memberId = (student: string): string => `plan-member-${student}`

/** One student of a session: drag them, or choose them with the space bar and move them with the arrows. */
export const MemberItem = memo(function MemberItem({ student, selected, clashes, reachable, acts }: Props) {
  const { id, realname, studyNumber, className } = student
  return (
    <li
      id={memberId(id)}
      className="plan-member"
      role="option"
      aria-selected={selected}
      aria-label={`${realname} ${studyNumber} ${className}${clashes ? ' 时间冲突' : ''}`}
      data-clash={clashes}
      tabIndex={reachable ? 0 : -1}
      draggable
      onClick={() => acts.toggle(id)}
      onKeyDown={(event) => acts.press(event, id)}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', id)
        acts.drag(id)
      }}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        acts.dropOn(id)
      }}
    >
      <span className="plan-member-name">
        {realname} <span className="plan-member-class">{studyNumber}</span>
      </span>
      <span className="plan-member-class">{className}</span>
    </li>
  )
})
