import { useEffect, useRef, type RefObject } from 'react'
import type { HelpActions } from '../help/help-context.ts'
import { commandOf, type Command } from '../keys/bindings.ts'
import { typedInto } from '../keys/type-ahead.ts'
import { useKeys } from '../keys/use-keys.ts'
import type { MarkingActions } from '../marking/marking-context.ts'
import { step } from '../rows/selection.ts'
import type { PaneHandle } from '../viewer/PaneTools.tsx'
import { useBench } from './bench-context.ts'
import { resultOf, type Bench, type Tab } from './create-bench.ts'

interface Options {
  readonly tab: Tab
  readonly actions: MarkingActions
  readonly help: HelpActions
  readonly pane: RefObject<PaneHandle>
  readonly photosShown: boolean
  /** One of the workbench's own windows is open. */
  readonly windowOpen: boolean
  openTab(tab: Tab): void
  togglePhotos(): void
  toggleSeats(): void
  toggleSound(): void
  showShortcuts(): void
  focusNote(): void
}

type Run = (key: string) => boolean | void
type Runs = Partial<Record<Command, Run>>

/** Marking by keyboard. */
function markRuns(bench: Bench, { tab, actions, focusNote }: Options): Runs {
  const { marking } = actions
  const selection = bench.selection[tab]
  const move = (by: 1 | -1) => {
    const isFree = tab === 'submitted' ? marking.isFree : undefined
    selection.set(step(bench[tab].view().ids, selection.get(), by, isFree))
  }
  const begin = (typed = '') => {
    const id = selection.get()
    if (tab === 'help' || id === undefined) return false
    void marking.begin(tab, id, typed)
    return true
  }
  const whileEditing = (work: () => unknown) => () => {
    if (!bench.edit.get()) return false
    work()
    return true
  }
  return {
    next: () => void marking.next(),
    down: () => move(1),
    up: () => move(-1),
    edit: () => begin(),
    digit: (key) => begin(key),
    save: () => void marking.save(),
    saveAndNext: () => void marking.save(true),
    cancel: whileEditing(marking.cancel),
    comments: () => {
      if (!bench.edit.get() && !begin()) return false
      actions.openRemarks()
      return true
    },
    note: whileEditing(focusNote),
    accept: whileEditing(marking.accept),
    undo: () => {
      const id = tab === 'history' && bench.canEdit ? selection.get() : undefined
      if (id === undefined) return false
      void marking.undo(id)
      return true
    },
    history: () => {
      const row = tab === 'help' ? undefined : resultOf(bench, selection.get() ?? '')
      if (row) actions.openVersions(row)
      return row !== undefined
    },
  }
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

/** What each command does here; one that cannot be done leaves the key to the browser. */
export function useCommands(options: Options): void {
  const bench = useBench()
  const { openTab, toggleSeats, toggleSound, showShortcuts } = options
  const pageRuns: Runs = {
    seats: toggleSeats,
    mute: toggleSound,
    shortcuts: showShortcuts,
    tab1: () => openTab('submitted'),
    tab2: () => openTab('help'),
    tab3: () => openTab('history'),
  }
  const runs: Runs = { ...markRuns(bench, options), ...photoRuns(options), ...helpRuns(bench, options), ...pageRuns }
  const run = (command: Command, key: string) => runs[command] !== undefined && runs[command]?.(key) !== false
  const isCovered = () => options.windowOpen || bench.asking.isOpen() || bench.edit.get()?.clash !== undefined
  useKeys({ run, isCovered, keep: (press) => bench.ahead.keep(press) })
  usePlayAhead({ run, isCovered, focus: options.actions.marking.focus })
}

interface Player {
  run(command: Command, key: string): boolean
  isCovered(): boolean
  focus(): void
}

/** Plays what was typed ahead in the frame after the row it was meant for has come; a window that opens instead ends it. */
function usePlayAhead(player: Player): void {
  const { ahead, edit } = useBench()
  const latest = useRef(player)
  latest.current = player
  useEffect(() => {
    const play = () => {
      if (latest.current.isCovered()) return ahead.forget()
      const press = ahead.take()
      if (!press) return
      const open = edit.get()
      const score = open && typedInto(open.draft.score, press)
      const command = commandOf(press, open ? 'score' : 'list')
      if (score !== undefined) {
        edit.change({ score })
        latest.current.focus()
      } else if (command) latest.current.run(command, press.key)
      play()
    }
    return ahead.onReady(() => requestAnimationFrame(play))
  }, [ahead, edit])
}
