import { Button, Empty, Skeleton } from 'antd'
import useSWR from 'swr'
import { declaredCall, LoadFailed } from '../../../../../engine/client/index.ts'
import { useBench, useView } from '../state/bench-context.ts'
import type { Bench } from '../state/create-bench.ts'
import { Waited } from '../help/HelpLine.tsx'
import { countStates } from '../roster/count-states.ts'
import { StateCounts } from '../roster/StateCounts.tsx'
import { rosterStateOf, stateText } from '../roster/state-of.ts'
import type { RosterLesson } from '../roster/use-lesson.ts'
import { rowsOf } from '../roster/use-results.ts'
import type { Tab } from '../state/at-hand.ts'
import type { BenchSeat, MarkKind, MarkPlace, ResultRow } from '../../wire.ts'
import { liveSeats, seatGroups, type LiveSeat, type SeatGroup } from './seat-states.ts'
import '../roster/roster.css'
import './seats.css'

const words = { empty: '空座位', none: '未提交', submitted: '待评分', partly: '部分已评', scored: '已评分', absent: '缺席' } as const

/** The state of a seat in words, or the score if the seat shows one result. */
function wordsOf({ state, shown }: LiveSeat): string {
  const [only] = shown
  return only && shown.length === 1 && (state === 'scored' || state === 'absent') ? stateText(only) : words[state]
}

interface SeatProps {
  readonly seat: LiveSeat
  onOpen(tab: Tab, id: string): void
  onMark(seat: LiveSeat): void
}

function Seat({ seat, onOpen, onMark }: SeatProps) {
  const { shown, results, request, scored } = seat
  const waiting = shown.find((row) => rosterStateOf(row) === 'submitted')
  const [first] = shown
  const isDone = results.length > 0 && scored === results.length
  const open = () => {
    if (request) onOpen('help', request.id)
    else if (waiting) onOpen('submitted', waiting.id)
    else if (first && shown.every((row) => rosterStateOf(row) === 'scored')) onOpen('history', first.id)
    else onMark(seat)
  }
  const part = results.length > 1 ? `${scored}/${results.length}` : ''
  const says = [seat.groupSeatNum, seat.realname ?? '', wordsOf(seat), part, request ? '求助中' : ''].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      className="live-seat"
      data-state={seat.state}
      data-open={isDone ? undefined : true}
      data-asking={request ? true : undefined}
      aria-label={says}
      disabled={!first && !request}
      onClick={open}
    >
      <span className="live-seat-head">
        <strong>{seat.groupSeatNum}</strong>
        {request && <Waited since={request.createTime} />}
      </span>
      <span className="live-text">{seat.realname ?? words.empty}</span>
      <span className="live-seat-state live-seat-line">
        <span className="live-text">{seat.stuId ? wordsOf(seat) : ' '}</span>
        {part && <span>{part}</span>}
      </span>
    </button>
  )
}

interface GroupProps {
  readonly group: SeatGroup
  readonly canEdit: boolean
  onOpen(tab: Tab, id: string): void
  onMark(seat: LiveSeat): void
  onMarkGroup(): void
}

/** The seats around one kit, and a button to mark them together. */
function Group({ group, canEdit, onOpen, onMark, onMarkGroup }: GroupProps) {
  return (
    <div className="live-seat-group" role="group" aria-label={`第 ${group.number} 组`}>
      <div className="live-seat-line">
        <span>
          <strong>{group.number > 0 ? `第 ${group.number} 小组` : '未分小组'}</strong> <span className="live-faint">{group.device}</span>
        </span>
        {canEdit && group.number > 0 && (
          <button type="button" className="live-link" aria-label={`第 ${group.number} 小组整组登记`} onClick={onMarkGroup}>
            整组登记
          </button>
        )}
      </div>
      <div className="live-seat-tiles">
        {group.seats.map((seat) => (
          <Seat key={seat.id} seat={seat} onOpen={onOpen} onMark={onMark} />
        ))}
      </div>
    </div>
  )
}

/** A saved mark reaches the lists a moment before the room: the newest state of each result counts. */
const newest = (bench: Bench, row: ResultRow): ResultRow => {
  const listed = bench.submitted.row(row.id) ?? bench.history.row(row.id)
  return listed && listed.version > row.version ? listed : row
}

interface Props {
  readonly lesson: RosterLesson
  /** The chosen item, if any. */
  readonly itemId: string
  onOpen(tab: Tab, id: string): void
}

/** The room of a session: who has submitted, is marked, is absent, or asks for help; a seat opens what there is to do. */
export function SeatView({ lesson, itemId, onOpen }: Props) {
  const { sessionId, room, ask } = lesson
  const bench = useBench()
  useView(bench.submitted)
  useView(bench.history)
  useView(bench.help)
  const view = useView(room.list)
  const { data, error, mutate } = useSWR<readonly BenchSeat[], Error>(sessionId ? ['seats of', sessionId] : null, () =>
    declaredCall('/inspect/bhExperiGroup/groupSeatList', { experiGroupId: sessionId }).get<BenchSeat[]>(),
  )
  if (!sessionId) return <Empty description="请在筛选中选择场次，再看座位图" />
  if (error) return <LoadFailed error={error} retry={mutate} />
  if (view.state === 'failed') return <LoadFailed error={view.error} retry={room.reload} />
  if (!data || view.state === 'loading') return <Skeleton active />
  const results = rowsOf(room.list).map((row) => newest(bench, row))
  const seats = liveSeats(data, sessionId, { results, help: rowsOf(bench.help) }, itemId)
  const [some] = results
  const marks = (
    title: string,
    part: Partial<MarkPlace>,
    about: { readonly mark: MarkKind; readonly rows: readonly ResultRow[] } = { mark: 'score', rows: results },
  ) => {
    const place = { courseId: some?.courseId ?? '', experiGroupId: sessionId, inspectionId: itemId || undefined, ...part }
    ask({ title, place, ...about })
  }
  const markSeat = (seat: LiveSeat) => {
    const mark = seat.state === 'absent' ? 'absentScore' : 'score'
    marks(`登记：${seat.groupSeatNum} ${seat.realname ?? ''}`, { stuId: seat.stuId ?? '' }, { mark, rows: seat.results })
  }
  const done = seats.filter((seat) => seat.results.length > 0 && seat.scored === seat.results.length).length
  return (
    <section className="live-seats" aria-label="场次座位图">
      <div className="roster-bar">
        <StateCounts counts={countStates(seats.flatMap(({ shown }) => shown))} asking={seats.filter(({ request }) => request).length} />
        <span className="live-faint">
          全部评完 {done}/{seats.filter(({ stuId }) => stuId).length} 座
        </span>
        <span className="live-gap" />
        {bench.canEdit && (
          <Button size="small" disabled={!some} onClick={() => marks('批量登记', {})}>
            批量登记
          </Button>
        )}
      </div>
      <div className="live-seat-groups">
        {seatGroups(seats).map((group) => (
          <Group
            key={group.number}
            group={group}
            canEdit={bench.canEdit}
            onOpen={onOpen}
            onMark={markSeat}
            onMarkGroup={() => marks(`第 ${group.number} 小组`, { smallGroup: String(group.number) })}
          />
        ))}
      </div>
    </section>
  )
}
