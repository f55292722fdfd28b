import { Popover, Progress as Bar, Table } from 'antd'
import { firstClick } from '../../../../../engine/client/index.ts'
import { useBench, useView } from '../state/bench-context.ts'
import type { ListNarrowing } from '../../shared/matches.ts'
import type { MarkerProgress, Progress } from '../../wire.ts'
import './progress.css'

const spell = (seconds: number | null): string =>
  seconds === null ? '—' : seconds < 60 ? `${Math.round(seconds)} 秒` : `${Math.floor(seconds / 60)} 分 ${Math.round(seconds % 60)} 秒`

/** Do the lists cover the whole place that the progress is about? */
const isWholePlace = (filters: ListNarrowing): boolean =>
  Boolean(filters.courseId) && [filters.realname, filters.studyNumber].every((name) => String(name ?? '').trim() === '')

/** Takes the room of figures that are not known yet. */
const Unknown = () => (
  <span className="live-progress live-progress-unknown" aria-hidden>
    已批
    <Bar percent={0} showInfo={false} size="small" />
  </span>
)

/** How much is marked, by whom, and how fast. Counts come from the lists, so that all figures agree. */
export function ProgressStrip({ progress, filters }: { readonly progress: Progress | undefined; readonly filters: ListNarrowing }) {
  const bench = useBench()
  const [waiting, done] = [useView(bench.submitted), useView(bench.history)]
  if (!progress) return <Unknown />
  const { total, absent, byMarker } = progress
  const isListed = isWholePlace(filters) && waiting.state === 'ready' && done.state === 'ready'
  const [submitted, scored] = isListed ? [waiting.total, done.total] : [progress.submitted, progress.scored]
  const open = Math.max(0, total - submitted - scored - absent)
  const markers = (
    <Table<MarkerProgress>
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={byMarker}
      locale={{ emptyText: '还没有人评分' }}
      columns={[
        { title: '评分人', dataIndex: 'name' },
        { title: '已批', dataIndex: 'scored', align: 'right' },
        { title: '每份用时（中位数）', dataIndex: 'medianSeconds', align: 'right', render: spell },
      ]}
    />
  )
  return (
    <Popover content={markers} title={`待评 ${submitted}，未提交 ${open}，缺席 ${absent}`} trigger="click">
      <button type="button" className="live-progress" aria-label={`已批 ${scored}/${total}`} onClickCapture={firstClick}>
        已批 {scored}/{total}
        <Bar aria-label="已批" percent={total > 0 ? (scored / total) * 100 : 0} showInfo={false} size="small" />
      </button>
    </Popover>
  )
}
