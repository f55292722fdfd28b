import type { RefObject } from 'react'
import type { HelpActions } from '../help/help-context.ts'
import type { Command } from '../keys/bindings.ts'
import { useKeys } from '../keys/use-keys.ts'
import type { MarkingActions } from '../marking/marking-context.ts'
import { step } from '../rows/selection.ts'
import type { PaneHandle } from '../viewer/PhotoPane.tsx'
import { useBench } from './bench-context.ts'
import { resultOf, type Tab } from './create-bench.ts'
import { tabs } from './use-tab.ts'

interface Options {
  readonly tab: Tab
  readonly actions: MarkingActions
  readonly help: HelpActions
  readonly pane: RefObject<PaneHandle>
  readonly photosShown: boolean
  openTab(tab: Tab): void
  togglePhotos(): void
  toggleSeats(): void
  toggleSound(): void
  showShortcuts(): void
  focusNote(): void
}

type Run = (key: string) => boolean | void

/** What each command does here; one that cannot be done leaves the key to the browser. */
export function useCommands(options: Options): void {
  const bench = useBench()
  const { tab, actions, help, pane, photosShown } = options
  const { marking } = actions
  const selection = bench.selection[tab]
  const markTab = tab === 'help' ? undefined : tab

  const move = (by: 1 | -1) => {
    const isFree = tab === 'submitted' ? marking.isFree : undefined
    selection.set(step(bench[tab].view().ids, selection.get(), by, isFree))
  }
  const begin = (typed = '') => {
    const id = selection.get()
    if (!markTab || id === undefined) return false
    void marking.begin(markTab, id, typed)
    return true
  }
  const onPhotos = (work: (handle: PaneHandle) => void) => () => {
    if (!photosShown || !pane.current) return false
    work(pane.current)
    return true
  }
  const onRequest = (work: keyof HelpActions) => () => {
    const row = tab === 'help' ? bench.help.row(selection.get() ?? '') : undefined
    if (row) void help[work](row)
    return row !== undefined
  }
  const selected = () => (markTab ? resultOf(bench, selection.get() ?? '') : undefined)

  const run: Record<Command, Run> = {
    next: () => void marking.next(),
    down: () => move(1),
    up: () => move(-1),
    edit: () => begin(),
    digit: (key) => begin(key),
    save: () => void marking.save(),
    saveAndNext: () => void marking.save(true),
    cancel: () => {
      if (!bench.edit.get()) return false
      void marking.cancel()
      return true
    },
    comments: () => {
      if (!bench.edit.get() && !begin()) return false
      actions.openRemarks()
      return true
    },
    note: () => {
      if (!bench.edit.get()) return false
      options.focusNote()
      return true
    },
    photos: () => options.togglePhotos(),
    previousPhoto: onPhotos((handle) => handle.turn(-1)),
    nextPhoto: onPhotos((handle) => handle.turn(1)),
    zoomIn: onPhotos((handle) => handle.zoom(1.25)),
    zoomOut: onPhotos((handle) => handle.zoom(0.8)),
    fit: onPhotos((handle) => handle.toggleFit()),
    rotate: onPhotos((handle) => handle.rotate()),
    compare: onPhotos((handle) => handle.compare()),
    accept: () => marking.accept(),
    take: onRequest('take'),
    solve: onRequest('solve'),
    giveBack: onRequest('giveBack'),
    undo: () => {
      const id = tab === 'history' ? selection.get() : undefined
      if (id === undefined) return false
      void marking.undo(id)
      return true
    },
    history: () => {
      const row = selected()
      if (row) actions.openVersions(row)
      return row !== undefined
    },
    seats: () => options.toggleSeats(),
    mute: () => options.toggleSound(),
    shortcuts: () => options.showShortcuts(),
    tab1: () => options.openTab(tabs[0] ?? 'submitted'),
    tab2: () => options.openTab('help'),
    tab3: () => options.openTab('history'),
  }
  useKeys((command, key) => run[command](key) !== false)
}
