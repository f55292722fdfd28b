import { useCallback, useMemo, type Ref } from 'react'
import { useBench, useView } from '../state/bench-context.ts'
import { HelpCard } from './HelpCard.tsx'
import { HelpLine } from './HelpLine.tsx'
import { helpColumns, tracksOf, widthOf } from '../table/columns.ts'
import { HeadLine } from '../table/Line.tsx'
import { ListEmpty } from '../table/ListEmpty.tsx'
import { VirtualRows, type RowsHandle } from '../table/VirtualRows.tsx'

interface Props {
  readonly narrow: boolean
  readonly handle: Ref<RowsHandle>
  retry(): void
}

/** The help queue: the longest wait comes first. */
export function HelpTable({ narrow, handle, retry }: Props) {
  const { help } = useBench()
  const view = useView(help)
  const tracks = useMemo(() => tracksOf(helpColumns), [])
  const width = widthOf(helpColumns)
  const renderRow = useCallback(
    (id: string) => (narrow ? <HelpCard id={id} /> : <HelpLine id={id} columns={helpColumns} tracks={tracks} />),
    [narrow, tracks],
  )
  return (
    <VirtualRows
      ref={handle}
      ids={view.ids}
      label="求助请求"
      rowHeight={narrow ? 132 : 46}
      width={narrow ? undefined : width}
      head={narrow ? undefined : <HeadLine columns={helpColumns} width={width} tracks={tracks} />}
      headHeight={narrow ? 0 : 40}
      empty={<ListEmpty view={view} none="没有人在等待帮助" retry={retry} />}
      renderRow={renderRow}
    />
  )
}
