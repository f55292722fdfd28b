import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { FoundRow } from '../../../../engine/schema/index.ts'
import { smallGroups } from './seat-row.ts'
import type { SeatRow } from '../wire.ts'

/** The plan for the room, or the list for the door. */
export type SeatSheet = 'plan' | 'door'

interface Props {
  readonly sheet: SeatSheet
  readonly seats: readonly SeatRow[]
  readonly session: FoundRow<'session'>
  done(): void
}

function Plan({ seats }: Pick<Props, 'seats'>) {
  const groups = smallGroups(seats).map((group) => (
    <section key={group.number} className="print-group">
      <h2>
        第 {group.number} 组 {group.device}
      </h2>
      <div className="print-seats">
        {group.seats.map((seat) => (
          <div key={seat.id} className="print-seat">
            <b>{seat.groupSeatNum}</b>
            <div>{seat.realname ?? '空座位'}</div>
            <div>{seat.studyNumber ?? ''}</div>
            <div>{seat.tjh ? `套件 ${seat.tjh}` : ''}</div>
          </div>
        ))}
      </div>
    </section>
  ))
  return <div className="print-plan">{groups}</div>
}

const byNumber = (one: SeatRow, other: SeatRow): number => ((one.studyNumber ?? '') < (other.studyNumber ?? '') ? -1 : 1)

function DoorList({ seats }: Pick<Props, 'seats'>) {
  return (
    <table>
      <thead>
        <tr>
          {['序号', '学号', '姓名', '班级', '座位', '设备编号', '套件号', '签到'].map((title) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {seats
          .filter(({ stuId }) => stuId)
          .sort(byNumber)
          .map((seat, index) => (
            <tr key={seat.id}>
              <td>{index + 1}</td>
              <td>{seat.studyNumber}</td>
              <td>{seat.realname}</td>
              <td>{seat.className}</td>
              <td>{seat.groupSeatNum}</td>
              <td>{seat.facilityNum}</td>
              <td>{seat.tjh}</td>
              <td>{seat.absent === 1 ? '缺席' : ''}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** A sheet that only the printer sees: on paper it replaces the application. */
export function SeatPrint({ sheet, seats, session, done }: Props) {
  useEffect(() => {
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [done])
  const { groupName, startTime, endTime, groupTime } = session
  const time = startTime && `${startTime} 至 ${endTime?.slice(11) ?? ''}（${groupTime ?? ''}）`
  const facts = [session.courseId_dictText, session.experiId_dictText, session.experiAdressId_dictText, time]
  return createPortal(
    <div className="seat-print" lang="zh-CN">
      <h1>
        {groupName} {sheet === 'plan' ? '座位图' : '签到表'}
      </h1>
      <p>{facts.filter(Boolean).join('　')}</p>
      {sheet === 'plan' ? <Plan seats={seats} /> : <DoorList seats={seats} />}
    </div>,
    document.body,
  )
}
