import { App } from 'antd'
import { useEffect, useRef, type RefObject } from 'react'
import type { HelpActions } from '../help/help-context.ts'
import type { Command } from '../../shared/bindings.ts'
import { useKeys } from '../keys/use-keys.ts'
import type { MarkingActions } from '../marking/marking-context.ts'
import type { Tab } from '../state/at-hand.ts'
import type { PaneHandle } from '../viewer/PaneTools.tsx'
import { useBench } from '../state/bench-context.ts'
import type { Bench } from '../state/create-bench.ts'
import { markRuns, playAhead, type Player, type Runs } from './mark-runs.ts'

interface Options {
  readonly tab: Tab
  readonly actions: MarkingActions
  readonly help: HelpActions
  readonly pane: RefObject<PaneHandle>
  readonly photosShown: boolean
  /** One of the workbench's own windows is open. */
  readonly windowOpen: boolean
  /** All results are shown, and there is no row at hand: only the keys of the page work. */
  readonly rosterShown: boolean
  openTab(tab: Tab | 'all'): void
  togglePhotos(): void
  toggleSeats(): void
  toggleSound(): void
  showShortcuts(): void
  focusNote(): void
}

function photoRuns({ pane, photosShown, togglePhotos }: Options): Runs {
  const onPhotos = (work: (handle: PaneHandle) => void) => () => {
    if (!photosShown || !pane.current) return false
    work(pane.current)
    return true
  }
  return {
    photos: togglePhotos,
    previousPhoto: onPhotos((handle) => handle.turn(-1)),
    nextPhoto: onPhotos((handle) => handle.turn(1)),
    zoomIn: onPhotos((handle) => handle.zoom(1.25)),
    zoomOut: onPhotos((handle) => handle.zoom(0.8)),
    fit: onPhotos((handle) => handle.toggleFit()),
    rotate: onPhotos((handle) => handle.rotate()),
    compare: onPhotos((handle) => handle.compare()),
    otherSide: onPhotos((handle) => handle.otherSide()),
  }
}

function helpRuns(bench: Bench, { tab, help }: Options): Runs {
  const onRequest = (work: keyof HelpActions) => () => {
    const row = tab === 'help' && bench.canEdit ? bench.help.row(bench.selection.help.get() ?? '') : undefined
    if (row) void help[work](row)
    return row !== undefined
  }
  return { take: onRequest('take'), solve: onRequest('solve'), giveBack: onRequest('giveBack') }
}

/** What each command does here; if a command cannot run, the browser gets its key. */
export function useCommands(options: Options): void {
  const bench = useBench()
  const { rosterShown, openTab, toggleSeats, toggleSound, showShortcuts } = options
  const pageRuns: Runs = {
    seats: toggleSeats,
    mute: toggleSound,
    shortcuts: showShortcuts,
    tab1: () => openTab('submitted'),
    tab2: () => openTab('help'),
    tab3: () => openTab('history'),
    tab4: () => openTab('all'),
  }
  const rowRuns = rosterShown ? {} : { ...markRuns(bench, options), ...photoRuns(options), ...helpRuns(bench, options) }
  const runs: Runs = { ...rowRuns, ...pageRuns }
  const run = (command: Command, key: string) => runs[command] !== undefined && runs[command]?.(key) !== false
  const isCovered = () => options.windowOpen || bench.asking.isOpen() || bench.edit.get()?.clash !== undefined
  useKeys({ run, isCovered, keep: (press) => !rosterShown && bench.ahead.keep(press) })
  const { message } = App.useApp()
  const dropped = () => void message.info({ key: 'typed ahead', content: '提前输入的内容没有记下，请看清后再输入' })
  usePlayAhead({ tab: options.tab, run, isCovered: () => rosterShown || isCovered(), dropped, focus: options.actions.marking.focus })
}

/** Plays the keys that were typed ahead, in the frame after the row they were meant for has come. */
function usePlayAhead(player: Player): void {
  const bench = useBench()
  const latest = useRef(player)
  latest.current = player
  useEffect(
    () =>
      bench.ahead.onReady(
        () => requestAnimationFrame(() => playAhead(bench, latest.current)),
        () => latest.current.dropped(),
      ),
    [bench],
  )
}
