import { commandOf, type Command } from '../../shared/bindings.ts'
import { typedInto } from '../state/type-ahead.ts'
import type { MarkingActions } from '../marking/marking-context.ts'
import { asSeen, isAtHand, stepFrom, type Tab } from '../state/at-hand.ts'
import { resultOf, type Bench } from '../state/create-bench.ts'

type Run = (key: string) => boolean | void
export type Runs = Partial<Record<Command, Run>>

interface MarkKeys {
  readonly tab: Tab
  readonly actions: Pick<MarkingActions, 'marking' | 'openRemarks' | 'openVersions'>
  focusNote(): void
}

/** Marking by keyboard. Keys that mark do nothing on a row that has left its list or that a colleague took over. */
export function markRuns(bench: Bench, { tab, actions, focusNote }: MarkKeys): Runs {
  const { marking } = actions
  const selection = bench.selection[tab]
  const move = (by: 1 | -1) => {
    const [from, to] = [selection.get(), stepFrom(bench, tab, selection.get(), by)]
    if (to !== stepFrom(asSeen(bench), tab, from, by)) bench.ahead.forget(true)
    selection.set(to)
  }
  const begin = (typed = '') => {
    const id = selection.get()
    if (tab === 'help' || id === undefined) return false
    if (bench.edit.get() || isAtHand(bench, tab)) void marking.begin(tab, id, typed)
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
      if (bench.edit.get()) actions.openRemarks()
      return true
    },
    note: whileEditing(focusNote),
    accept: whileEditing(marking.decisions.accept),
    order: () => bench.order.set(bench.order.get() === 'item' ? 'student' : 'item'),
    undo: () => {
      if (tab !== 'history' || !bench.canEdit || !isAtHand(bench, tab)) return false
      void marking.undo(selection.get() ?? '')
      return true
    },
    history: () => {
      const row = tab === 'help' ? undefined : (resultOf(bench, selection.get() ?? '') ?? bench[tab].shown(selection.get() ?? ''))
      if (row) actions.openVersions(row)
      return row !== undefined
    },
  }
}

export interface Player {
  readonly tab: Tab
  run(command: Command, key: string): boolean
  isCovered(): boolean
  focus(): void
  /** The row that the typed keys were meant for did not come. */
  dropped(): void
}

/** Plays the keys that were typed ahead on the row they were meant for; if another row comes, or a window opens, it stops. */
export function playAhead(bench: Bench, player: Player): void {
  const { ahead, edit, selection } = bench
  if (player.isCovered()) return ahead.forget()
  const kept = ahead.take()
  if (!kept) return
  const { press, target } = kept
  const open = edit.get()
  const score = open && typedInto(open.draft.score, press)
  // A restored draft was not visible when the keys were typed, so they are not appended to it.
  const isBehindDraft = score !== undefined && open?.restored?.score === open?.draft.score && open?.draft.score !== ''
  if ((open?.row.id ?? selection[player.tab].get()) !== target || isBehindDraft) {
    ahead.forget(true)
    return player.dropped()
  }
  const command = commandOf(press, open ? 'score' : 'list')
  if (score !== undefined) {
    edit.change({ score })
    player.focus()
  } else if (command) player.run(command, press.key)
  playAhead(bench, player)
}
