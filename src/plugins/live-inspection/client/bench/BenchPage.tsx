import { Alert } from 'antd'
import { useCallback } from 'react'
import type { AnyEntity } from '../../../../../engine/schema/index.ts'
import { HelpProvider } from '../help/help-context.ts'
import { EditNotice } from '../marking/EditNotice.tsx'
import { MarkingProvider } from '../marking/marking-context.ts'
import { MarkSheet } from '../marking/MarkSheet.tsx'
import { MarkManyWindow } from '../roster/MarkManyWindow.tsx'
import { Roster } from '../roster/Roster.tsx'
import type { ResultRow } from '../../wire.ts'
import { SeatView } from '../seats/SeatView.tsx'
import { useBench } from '../state/bench-context.ts'
import type { Tab } from '../state/at-hand.ts'
import { BenchBody } from './BenchBody.tsx'
import { BenchHead } from './BenchHead.tsx'
import { BenchWindows } from './BenchWindows.tsx'
import { useBenchPage, type BenchState } from './use-bench-page.ts'
import { SCORED } from '../../../../../schemas/teaching/submission-states.ts'

/** Goes to a row: opens its tab, chooses it, and begins to mark it unless it is a request for help. */
function useWays({ openTab, marking }: BenchState) {
  const bench = useBench()
  const toRow = useCallback(
    (on: Tab, id: string) => {
      bench.choose(on, id)
      openTab(on)
      if (on !== 'help') void marking.begin(on, id)
    },
    [bench, openTab, marking],
  )
  const toMarked = useCallback((row: ResultRow) => toRow(row.submitStatus === SCORED ? 'history' : 'submitted', row.id), [toRow])
  return { toRow, toMarked }
}

/** The workbench with its lists, its live feed and its keys. */
export function BenchPage({ entity }: { readonly entity: AnyEntity }) {
  const page = useBenchPage(entity)
  const { toRow, toMarked } = useWays(page)
  const { tab, filters, narrow, status, progress, alarm, lesson, actions, list, pane, roster, parts, reload } = page
  const { seatsShown, photosShown, closePhotos } = parts
  const rosterShown = roster.shown
  const next = () => {
    if (rosterShown) page.openTab('submitted')
    void page.marking.next()
  }
  return (
    <MarkingProvider value={actions}>
      <HelpProvider value={page.help}>
        <div className="live-bench" data-narrow={narrow || undefined}>
          <div className="live-box">{page.bar}</div>
          <div className="live-box live-main">
            <BenchHead
              {...{ entity, tab, filters, status, progress, alarm, seatsShown, narrow, photosShown, rosterShown }}
              rosterTotal={lesson.total}
              onTab={roster.open}
              onNext={next}
              onPhotos={parts.togglePhotos}
              onSeats={parts.toggleSeats}
              onImport={() => parts.setWindow({ is: 'import' })}
              onShortcuts={parts.showShortcuts}
            />
            {status.state === 'ended' && <Alert type="error" showIcon message={status.reason ?? '实时连接已断开'} />}
            <EditNotice />
            {seatsShown && <SeatView lesson={lesson} itemId={String(filters['inspectionId'] ?? '')} onOpen={toRow} />}
            <BenchBody
              {...{ tab, narrow, list, pane, closePhotos, photosShown, retry: reload }}
              roster={rosterShown && <Roster lesson={lesson} narrow={narrow} onOpen={toMarked} onHistory={actions.openVersions} />}
            />
            <MarkSheet shown={narrow || rosterShown ? undefined : tab} />
          </div>
          {lesson.marks && <MarkManyWindow asked={lesson.marks} onDone={lesson.reload} onClose={lesson.close} />}
          <BenchWindows entity={entity} filters={filters} open={parts.open} reload={reload} close={parts.closeWindow} />
        </div>
      </HelpProvider>
    </MarkingProvider>
  )
}
