import { Alert, Empty, Skeleton } from 'antd'
import useSWR from 'swr'
import { api } from '../../../../engine/client/index.ts'
import { useBench, useView } from '../bench/bench-context.ts'
import type { Tab } from '../rows/at-hand.ts'
import { Waited } from '../help/HelpLine.tsx'
import type { ListStore } from '../rows/list-store.ts'
import { liveSeats, seatGroups, type BenchSeat, type LiveSeat } from './seat-states.ts'

type Open = (tab: Tab, id: string) => void
const words = { empty: '空座位', none: '未提交', submitted: '待评分', scored: '已评分' } as const

function rowsOf<Row>(list: ListStore<Row>): Row[] {
  return list.view().ids.flatMap((id) => list.row(id) ?? [])
}

function Seat({ seat, onOpen }: { readonly seat: LiveSeat; onOpen: Open }) {
  const [first] = seat.submitted
  const [done] = seat.scored
  const open = () => {
    if (seat.request) onOpen('help', seat.request.id)
    else if (first) onOpen('submitted', first.id)
    else if (done) onOpen('history', done.id)
  }
  const state = seat.state === 'scored' && done ? `${done.score ?? ''} 分` : words[seat.state]
  const says = [seat.groupSeatNum, seat.realname ?? '', state, seat.request ? '求助中' : ''].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      className="live-seat"
      data-state={seat.state}
      data-asking={seat.request ? true : undefined}
      aria-label={says}
      disabled={!first && !done && !seat.request}
      onClick={open}
    >
      <span className="live-seat-head">
        <strong>{seat.groupSeatNum}</strong>
        {seat.request && <Waited since={seat.request.createTime} />}
      </span>
      <span className="live-text">{seat.realname ?? words.empty}</span>
      <span className="live-seat-state">
        {seat.stuId ? state : ' '}
        {seat.submitted.length > 1 ? ` ×${seat.submitted.length}` : ''}
      </span>
    </button>
  )
}

/** The room of a session: who has handed in, who is marked, who asks; a seat opens what is to be done there. */
export function SeatView({ sessionId, onOpen }: { readonly sessionId: string; readonly onOpen: Open }) {
  const bench = useBench()
  useView(bench.submitted)
  useView(bench.history)
  useView(bench.help)
  const { data, error } = useSWR<readonly BenchSeat[], Error>(sessionId ? ['seats of', sessionId] : null, () =>
    api.get<BenchSeat[]>('/inspect/bhExperiGroup/groupSeatList', { experiGroupId: sessionId }),
  )
  if (!sessionId) return <Empty description="请在筛选中选择场次，再看座位图" />
  if (error) return <Alert type="warning" showIcon message={error.message} />
  if (!data) return <Skeleton active />
  const rows = { submitted: rowsOf(bench.submitted), history: rowsOf(bench.history), help: rowsOf(bench.help) }
  const seats = liveSeats(data, sessionId, rows)
  const count = (state: LiveSeat['state']) => seats.filter((seat) => seat.state === state).length
  return (
    <section className="live-seats" aria-label="场次座位图">
      <p className="live-legend">
        <span data-state="submitted">待评分 {count('submitted')}</span>
        <span data-state="scored">已评分 {count('scored')}</span>
        <span data-state="none">未提交 {count('none')}</span>
        <span data-asking>求助中 {seats.filter(({ request }) => request).length}</span>
      </p>
      <div className="live-seat-groups">
        {seatGroups(seats).map((group) => (
          <div key={group.number} className="live-seat-group" role="group" aria-label={`第 ${group.number} 组`}>
            <div>
              <strong>{group.number > 0 ? `第 ${group.number} 小组` : '未分小组'}</strong>{' '}
              <span className="live-faint">{group.device}</span>
            </div>
            <div className="live-seat-tiles">
              {group.seats.map((seat) => (
                <Seat key={seat.id} seat={seat} onOpen={onOpen} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}
