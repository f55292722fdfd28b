import { Alert, App, Grid } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'
import { usePageFilters } from '../../../../../engine/client/index.ts'
import type { AnyEntity } from '../../../../../engine/schema/index.ts'
import { useFeed } from '../feed/use-feed.ts'
import type { News } from '../feed/read-messages.ts'
import { HelpProvider } from '../help/help-context.ts'
import { useAlarm, useTitleBadge } from '../help/use-alarm.ts'
import { useHelp } from '../help/use-help.ts'
import { EditNotice } from '../marking/EditNotice.tsx'
import { MarkingProvider, type MarkingActions } from '../marking/marking-context.ts'
import { MarkSheet } from '../marking/MarkSheet.tsx'
import { useProgress } from '../progress/use-progress.ts'
import { MarkManyWindow } from '../roster/MarkManyWindow.tsx'
import { Roster } from '../roster/Roster.tsx'
import { useLesson } from '../roster/use-lesson.ts'
import { useRosterTab } from '../roster/use-roster-tab.ts'
import type { ResultRow } from '../../wire.ts'
import { SeatView } from '../seats/SeatView.tsx'
import type { RowsHandle } from '../table/VirtualRows.tsx'
import type { PaneHandle } from '../viewer/PaneTools.tsx'
import { BenchBody } from './BenchBody.tsx'
import { BenchHead } from './BenchHead.tsx'
import { BenchWindows, type OpenWindow } from './BenchWindows.tsx'
import { useBench, useView } from '../state/bench-context.ts'
import { useCommands } from './use-commands.ts'
import { useCourseAtHand } from '../state/use-row-at-hand.ts'
import { useLists } from './use-lists.ts'
import { useMarking } from './use-marking.tsx'
import { usePhotos } from './use-photos.ts'
import { useFocusKeeper, useSelectionKeeper } from './use-selection.ts'
import type { Tab } from '../state/at-hand.ts'
import { useTab } from './use-tab.ts'
import { useReadBeyond, useTopics } from './use-topics.ts'

/** The workbench with its lists, its live feed and its keys. */
export function BenchPage({ entity }: { readonly entity: AnyEntity }) {
  const bench = useBench()
  const { message } = App.useApp()
  const narrow = Grid.useBreakpoint().md === false
  const { bar, params: filters, ready } = usePageFilters(entity, 'submitList')
  const [tab, openTab] = useTab()
  const roster = useRosterTab(openTab)
  const [open, setWindow] = useState<OpenWindow>()
  const [seatsShown, setSeatsShown] = useState(false)
  const [happened, setHappened] = useState(0)
  const closeWindow = useCallback(() => setWindow(undefined), [])
  const list = useRef<RowsHandle>(null)
  const pane = useRef<PaneHandle>(null)
  const { topics, beyond } = useTopics(filters, ready)
  const { reload, reloadSoon } = useLists(filters, ready, topics)
  const lesson = useLesson({ filters, ready, rosterShown: roster.shown, seatsShown, reload })
  useReadBeyond(beyond, lesson.reload)
  const marking = useMarking({ filters, list })
  const help = useHelp()
  const alarm = useAlarm()
  const photos = usePhotos(tab, narrow)
  useTitleBadge(useView(bench.help).total)
  useSelectionKeeper(tab, list)
  useFocusKeeper(tab, list)

  const onNews = (news: News) => {
    const rowsChanged = news.submitted.length + news.help.length > 0
    const isPart = [bench.submitted, bench.help, bench.history].some((each) => each.view().total > each.view().ids.length)
    lesson.apply(news)
    if (news.reload) reloadSoon(400)
    else if (isPart && rowsChanged) reloadSoon(15_000)
    if (news.refused) void message.warning(`部分课程不再实时更新：${news.refused}`)
    if (news.arrived.requests > 0) alarm.ring()
    for (const claim of news.claims) if (claim.holder) marking.lost(claim)
    if (rowsChanged) setHappened((count) => count + 1)
  }
  const status = useFeed({ topics, filters, onNews })
  const progress = useProgress({ courseId: useCourseAtHand(tab), ...filters }, ready, happened)
  const showPhotos = useRef(photos.setOpen)
  showPhotos.current = photos.setOpen
  const actions = useMemo<MarkingActions>(
    () => ({
      marking,
      openRemarks: () => setWindow({ is: 'remarks' }),
      openDialog: (row: ResultRow) => setWindow({ is: 'dialog', row }),
      openVersions: (row: ResultRow) => setWindow({ is: 'versions', row }),
      showPhotos: (id) => {
        bench.choose(bench.submitted.shown(id) ? 'submitted' : 'history', id)
        showPhotos.current(true)
      },
    }),
    [marking, bench],
  )
  const { open: photosShown, setOpen: setPhotos } = photos
  const togglePhotos = () => setPhotos(!photosShown)
  const closePhotos = useCallback(() => setPhotos(false), [setPhotos])
  const toggleSeats = () => setSeatsShown(!seatsShown)
  const focusNote = () => document.querySelector<HTMLInputElement>('[data-mark="bz"]')?.focus()
  const showShortcuts = () => setWindow({ is: 'shortcuts' })
  const chosen = {
    tab,
    actions,
    help,
    pane,
    photosShown: photos.open,
    openTab: roster.open,
    togglePhotos,
    toggleSeats,
    focusNote,
    showShortcuts,
  }
  const windowOpen = open !== undefined || lesson.marks !== undefined
  useCommands({ ...chosen, windowOpen, rosterShown: roster.shown, toggleSound: alarm.toggle })
  const toRow = useCallback(
    (on: Tab, id: string) => {
      bench.choose(on, id)
      openTab(on)
      if (on !== 'help') void marking.begin(on, id)
    },
    [bench, openTab, marking],
  )
  const toMarked = useCallback((row: ResultRow) => toRow(row.submitStatus === 2 ? 'history' : 'submitted', row.id), [toRow])
  const next = () => {
    if (roster.shown) openTab('submitted')
    void marking.next()
  }
  return (
    <MarkingProvider value={actions}>
      <HelpProvider value={help}>
        <div className="live-bench" data-narrow={narrow || undefined}>
          <div className="live-box">{bar}</div>
          <div className="live-box live-main">
            <BenchHead
              {...{ entity, tab, filters, status: { ...status, beyond }, progress, alarm, seatsShown, narrow }}
              photosShown={photos.open}
              rosterShown={roster.shown}
              rosterTotal={lesson.total}
              onTab={roster.open}
              onNext={next}
              onPhotos={togglePhotos}
              onSeats={toggleSeats}
              onImport={() => setWindow({ is: 'import' })}
              onShortcuts={showShortcuts}
            />
            {status.state === 'ended' && <Alert type="error" showIcon message={status.reason ?? '实时连接已断开'} />}
            <EditNotice />
            {seatsShown && <SeatView lesson={lesson} itemId={String(filters['inspectionId'] ?? '')} onOpen={toRow} />}
            <BenchBody
              {...{ tab, narrow, list, pane, closePhotos, photosShown: photos.open, retry: reload }}
              roster={roster.shown && <Roster lesson={lesson} narrow={narrow} onOpen={toMarked} onHistory={actions.openVersions} />}
            />
            <MarkSheet shown={narrow || roster.shown ? undefined : tab} />
          </div>
          {lesson.marks && <MarkManyWindow asked={lesson.marks} onDone={lesson.reload} onClose={lesson.close} />}
          <BenchWindows entity={entity} filters={filters} open={open} reload={reload} close={closeWindow} />
        </div>
      </HelpProvider>
    </MarkingProvider>
  )
}
