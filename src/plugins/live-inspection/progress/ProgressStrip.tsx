import { Popover, Progress as Bar, Table } from 'antd'
import type { MarkerProgress, Progress } from '../rows/wire.ts'

const spell = (seconds: number | null): string =>
  seconds === null ? '—' : seconds < 60 ? `${Math.round(seconds)} 秒` : `${Math.floor(seconds / 60)} 分 ${Math.round(seconds % 60)} 秒`

/** How much is marked, and by whom how fast. */
export function ProgressStrip({ progress }: { readonly progress: Progress | undefined }) {
  if (!progress) return null
  const { total, scored, submitted, byMarker } = progress
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
    <Popover content={markers} title={`待评 ${submitted}，未提交 ${Math.max(0, total - submitted - scored)}`} trigger={['hover', 'click']}>
      <button type="button" className="live-progress" aria-label={`已批 ${scored}/${total}`}>
        已批 {scored}/{total}
        <Bar percent={total > 0 ? (scored / total) * 100 : 0} showInfo={false} size="small" />
      </button>
    </Popover>
  )
}
