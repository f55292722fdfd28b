import { Grid } from 'antd'
import { useRef } from 'react'
import { usePageFilters } from '../../../../../engine/client/index.ts'
import type { AnyEntity } from '../../../../../engine/schema/index.ts'
import { useAlarm, useTitleBadge } from '../help/use-alarm.ts'
import { useHelp } from '../help/use-help.ts'
import { useProgress } from '../progress/use-progress.ts'
import { useLesson } from '../roster/use-lesson.ts'
import { useRosterTab } from '../roster/use-roster-tab.ts'
import { useBench, useView } from '../state/bench-context.ts'
import { useCourseAtHand } from '../state/use-row-at-hand.ts'
import type { RowsHandle } from '../table/VirtualRows.tsx'
import type { PaneHandle } from '../viewer/PaneTools.tsx'
import { useActions } from './use-actions.ts'
import { useCommands } from './use-commands.ts'
import { useLists } from './use-lists.ts'
import { useMarking } from './use-marking.tsx'
import { useNews } from './use-news.ts'
import { useOpenParts } from './use-open-parts.ts'
import { useFocusKeeper, useSelectionKeeper } from './use-selection.ts'
import { useTab } from './use-tab.ts'
import { useReadBeyond, useTopics } from './use-topics.ts'

/** The whole state of the workbench page: filters, lists, news, the row at hand, and what is open. */
export function useBenchPage(entity: AnyEntity) {
  const bench = useBench()
  const narrow = Grid.useBreakpoint().md === false
  const { bar, params: filters, ready } = usePageFilters(entity, 'submitList')
  const [tab, openTab] = useTab()
  const roster = useRosterTab(openTab)
  const parts = useOpenParts(tab, narrow)
  const list = useRef<RowsHandle>(null)
  const pane = useRef<PaneHandle>(null)
  const { topics, beyond } = useTopics(filters, ready)
  const reads = useLists(filters, ready, topics)
  const { reload, reloadSoon } = reads
  const lesson = useLesson({ filters, ready, rosterShown: roster.shown, seatsShown: parts.seatsShown, reads })
  useReadBeyond(beyond, lesson.reread)
  const marking = useMarking({ filters, list })
  const help = useHelp()
  const alarm = useAlarm()
  useTitleBadge(useView(bench.help).total)
  useSelectionKeeper(tab, list)
  useFocusKeeper(tab, list)
  const { status, happened } = useNews({ topics, filters, lesson, marking, alarm, reloadSoon })
  const progress = useProgress({ courseId: useCourseAtHand(tab), ...filters }, ready, happened)
  const actions = useActions({ marking, ...parts })
  const focusNote = () => document.querySelector<HTMLInputElement>('[data-mark="bz"]')?.focus()
  const windowOpen = parts.open !== undefined || lesson.marks !== undefined
  const keys = { tab, actions, help, pane, windowOpen, rosterShown: roster.shown, openTab: roster.open, focusNote }
  useCommands({ ...parts, ...keys, toggleSound: alarm.toggle })
  const feed = { status: { ...status, beyond }, progress, alarm }
  return { ...feed, bar, filters, tab, openTab, roster, parts, narrow, help, actions, marking, lesson, reload, list, pane }
}
export type BenchState = ReturnType<typeof useBenchPage>
