import { createClaimStore } from './claim-store.ts'
import { targetAfter } from './typing-target.ts'
import { TypeAhead } from './type-ahead.ts'
import { createDraftStore, type DraftStore } from './draft-store.ts'
import { createEditStore, type EditStore } from './edit-store.ts'
import { asSeen, type BenchLists, type Tab } from './at-hand.ts'
import { createListStore } from './list-store.ts'
import { createMarkOrder, type MarkOrderStore } from './mark-order.ts'
import { byMark, byWaiting, orderings } from './orders.ts'
import { createMarkSelection, holdSelected } from './selection.ts'
import type { Holder, ResultRow } from '../../wire.ts'

/** The whole state of the workbench, outside React: each component watches only the parts that it shows. */
export interface Bench extends BenchLists {
  /** May this person mark and help, or only watch? */
  readonly canEdit: boolean
  readonly drafts: DraftStore
  readonly edit: EditStore
  /** The order of marking. */
  readonly order: MarkOrderStore
  /** The server's clock; the feed corrects it. */
  readonly clock: Clock
  /** Questions shown over the workbench. */
  readonly asking: Asking
  /** Keys typed while a save or a search for the next row is under way. */
  readonly ahead: TypeAhead
  /** Choose a row by hand; keys pressed for another one are dropped. */
  choose(tab: Tab, id: string | undefined): void
}

interface Asking {
  begin(): void
  end(): void
  isOpen(): boolean
}

function createAsking(): Asking {
  let open = 0
  return {
    begin: () => {
      open += 1
    },
    end: () => {
      open -= 1
    },
    isOpen: () => open > 0,
  }
}

interface Clock {
  now(): number
  follow(source: () => number): void
}

function createClock(): Clock {
  let source = Date.now
  return {
    now: () => source(),
    follow: (next) => {
      source = next
    },
  }
}

/** A row being marked stays in its place in the list until the marker leaves it. */
function holdEdited(edit: EditStore, lists: BenchLists): void {
  let heldRow: string | undefined
  let letGo = (): void => undefined
  edit.watch(() => {
    const open = edit.get()
    const name = open && `${open.tab} ${open.row.id}`
    if (name === heldRow) return
    heldRow = name
    const before = letGo
    letGo = open ? lists[open.tab].hold(open.row.id) : () => undefined
    before()
  })
}

function createLists(me: Holder, order: MarkOrderStore, serverNow: () => number): BenchLists {
  const submitted = createListStore(orderings[order.get()])
  order.watch(() => submitted.reorder(orderings[order.get()]))
  const lists: BenchLists = {
    me,
    submitted,
    history: createListStore(byMark),
    help: createListStore(byWaiting),
    claims: createClaimStore(serverNow),
    selection: { submitted: createMarkSelection(), help: createMarkSelection(), history: createMarkSelection() },
  }
  holdSelected(lists.submitted, lists.selection.submitted)
  holdSelected(lists.history, lists.selection.history)
  holdSelected(lists.help, lists.selection.help)
  return lists
}

export function createBench(me: Holder, canEdit = true): Bench {
  const clock = createClock()
  const drafts = createDraftStore(me.id)
  const order = createMarkOrder(me.id)
  const lists = createLists(me, order, () => clock.now())
  const edit = createEditStore(drafts)
  holdEdited(edit, lists)
  const ahead = new TypeAhead(
    (target, press) => targetAfter(asSeen(lists), target, press),
    (tab) => edit.get()?.row.id ?? lists.selection[tab].get(),
  )
  return {
    ...lists,
    canEdit,
    drafts,
    edit,
    order,
    clock,
    asking: createAsking(),
    ahead,
    choose: (tab, id) => {
      ahead.turnTo({ tab, id, isOpen: false })
      lists.selection[tab].set(id)
    },
  }
}

/** A result from whichever list has it, in the newest known version. */
export function resultOf({ submitted, history }: Bench, id: string): ResultRow | undefined {
  const [one, other] = [submitted.row(id), history.row(id)]
  if (one && other) return one.version > other.version ? one : other
  return one ?? other
}
