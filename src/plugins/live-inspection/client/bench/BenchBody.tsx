import type { ReactNode, Ref, RefObject } from 'react'
import { HelpTable } from '../help/HelpTable.tsx'
import { ResultTable } from '../results/ResultTable.tsx'
import type { RowsHandle } from '../table/VirtualRows.tsx'
import { PhotoPane } from '../viewer/PhotoPane.tsx'
import type { PaneHandle } from '../viewer/PaneTools.tsx'
import type { Tab } from '../state/at-hand.ts'

interface Props {
  readonly tab: Tab
  readonly narrow: boolean
  readonly list: Ref<RowsHandle>
  readonly pane: RefObject<PaneHandle>
  readonly photosShown: boolean
  /** The list of all results, while it is open; it has no photos beside it. */
  readonly roster: ReactNode
  retry(): void
  closePhotos(): void
}

/** The open list, with the photos of its row at hand beside it. */
export function BenchBody({ tab, narrow, list, pane, photosShown, roster, retry, closePhotos }: Props) {
  const shown = { narrow, handle: list, retry }
  if (roster) return <div className="live-body">{roster}</div>
  return (
    <div className="live-body">
      {tab === 'help' ? (
        <HelpTable {...shown} />
      ) : (
        <ResultTable key={tab} tab={tab} label={tab === 'submitted' ? '提交的实验' : '评分记录'} {...shown} />
      )}
      {photosShown && <PhotoPane tab={tab} handle={pane} onClose={closePhotos} />}
    </div>
  )
}
