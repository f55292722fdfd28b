import { ClockCircleOutlined } from '@ant-design/icons'
import { Button, Tag, Tooltip } from 'antd'
import { memo, useState } from 'react'
import { clashSentence, type Clash } from '../shared/clashes.ts'
import type { MemberActs } from './MemberItem.tsx'
import { MemberList } from './MemberList.tsx'
import { isFull, type PlannedSession } from '../shared/plan.ts'
import { SessionTimes, type AddressOption } from './SessionTimes.tsx'
import { timeProblem } from '../shared/slots.ts'
import type { PlanChange } from './use-plan.ts'
import type { Student } from '../wire.ts'

interface Props {
  readonly session: PlannedSession
  readonly index: number
  /** Whether members are shown at once, as in a small plan. */
  readonly opened: boolean
  readonly people: ReadonlyMap<string, Student>
  readonly addresses: readonly AddressOption[]
  /** Chosen students in this session. */
  readonly selected: ReadonlySet<string>
  readonly clashes: readonly Clash[]
  readonly acts: MemberActs
  change(change: PlanChange): void
  dropInto(index: number): void
}

export const sessionElement = (index: number): string => `plan-session-${index}`

const minute = (time: string): string => time.slice(0, 16)

function noteOf({ startTime, endTime, experiAdressId, facilityNum }: PlannedSession, addresses: readonly AddressOption[]): string {
  const sameDay = startTime?.slice(0, 10) === endTime?.slice(0, 10)
  const time = startTime && endTime ? `${minute(startTime)} ~ ${sameDay ? minute(endTime).slice(11) : minute(endTime)}` : '时间未定'
  const place = addresses.find(({ value }) => value === experiAdressId)?.label
  return [time, place, `${facilityNum} 台设备`].filter(Boolean).join(' · ')
}

/** One planned session. Its members are drawn only when it is open, so that hundreds of sessions stay fast. */
export const SessionCard = memo(function SessionCard(props: Props) {
  const { session, index, people, addresses, selected, clashes, acts, change, dropInto } = props
  const [open, setOpen] = useState(props.opened)
  const [timing, setTiming] = useState(false)
  const [over, setOver] = useState(false)
  const clashing = new Set(clashes.flatMap(({ kind, ids }) => (kind === 'student' ? ids : [])))
  const problem = timeProblem(session)
  return (
    <section
      id={sessionElement(index)}
      className="plan-session"
      aria-label={session.groupName}
      data-over={over}
      data-clash={clashes.length > 0}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDropCapture={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        dropInto(index)
      }}
    >
      <header className="plan-session-head">
        <h4>{session.groupName}</h4>
        <Tag color={isFull(session) ? 'gold' : 'blue'}>
          {session.students.length}/{session.seatNum} 人
        </Tag>
        {clashes.length > 0 && (
          <Tooltip title={clashes.map((clash) => clashSentence(clash, session.groupName)).join('；')}>
            <Tag color="error">冲突 {clashes.length}</Tag>
          </Tooltip>
        )}
        <span className="plan-session-open">
          <Button
            type="text"
            size="small"
            icon={<ClockCircleOutlined />}
            aria-label={`${session.groupName}时间地点`}
            aria-expanded={timing}
            onClick={() => setTiming(!timing)}
          />
          <Button type="link" size="small" aria-expanded={open} aria-label={`${session.groupName}学生`} onClick={() => setOpen(!open)}>
            {open ? '收起' : '展开'}
          </Button>
        </span>
        <span className="plan-session-note">{noteOf(session, addresses)}</span>
        {problem && (
          <span className="plan-session-note" role="alert" style={{ color: 'var(--ant-color-error)' }}>
            {problem}
          </span>
        )}
      </header>
      {timing && <SessionTimes session={session} addresses={addresses} change={(values) => change({ to: 'session', index, values })} />}
      {open && (
        <MemberList
          label={`${session.groupName}的学生`}
          students={session.students}
          people={people}
          selected={selected}
          clashing={clashing}
          acts={acts}
        />
      )}
    </section>
  )
})
