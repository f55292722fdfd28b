import { useCallback, useMemo, type Ref } from 'react'
import { useBench, useEditPart, useView } from '../state/bench-context.ts'
import type { MarkTab } from '../state/edit-store.ts'
import { historyColumns, submittedColumns, tracksOf, widthOf } from '../table/columns.ts'
import { HeadLine } from '../table/Line.tsx'
import { ListEmpty } from '../table/ListEmpty.tsx'
import { ResultCard } from './ResultCard.tsx'
import { ResultLine } from './ResultLine.tsx'
import { VirtualRows, type RowsHandle } from '../table/VirtualRows.tsx'

interface Props {
  readonly tab: MarkTab
  readonly narrow: boolean
  readonly label: string
  readonly handle: Ref<RowsHandle>
  retry(): void
}

/** The rows of tab 1 or 3: lines where there is room, cards on a telephone. */
export function ResultTable({ tab, narrow, label, handle, retry }: Props) {
  const bench = useBench()
  const view = useView(bench[tab])
  const pinned = useEditPart(({ row }) => row.id)
  const columns = tab === 'submitted' ? submittedColumns : historyColumns
  const tracks = useMemo(() => tracksOf(columns), [columns])
  const width = widthOf(columns)
  const renderRow = useCallback(
    (id: string) => (narrow ? <ResultCard id={id} tab={tab} /> : <ResultLine id={id} tab={tab} columns={columns} tracks={tracks} />),
    [narrow, tab, columns, tracks],
  )
  return (
    <div className="live-list">
      <VirtualRows
        ref={handle}
        ids={view.ids}
        pinned={pinned}
        label={label}
        rowHeight={narrow ? 132 : 46}
        width={narrow ? undefined : width}
        head={narrow ? undefined : <HeadLine columns={columns} width={width} tracks={tracks} />}
        headHeight={narrow ? 0 : 40}
        empty={<ListEmpty view={view} none={tab === 'submitted' ? '没有待评分的提交' : '还没有评分记录'} retry={retry} />}
        renderRow={renderRow}
      />
      {view.total > view.ids.length && view.ids.length > 0 && (
        <p className="live-more live-faint">
          共 {view.total} 条，这里是{tab === 'submitted' ? '最早' : '最近'}的 {view.ids.length} 条
        </p>
      )}
    </div>
  )
}
