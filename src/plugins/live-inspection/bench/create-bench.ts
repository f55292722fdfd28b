import { createClaimStore, type ClaimStore } from '../claims/claim-store.ts'
import { TypeAhead } from '../keys/type-ahead.ts'
import { createDraftStore, type DraftStore } from '../marking/draft-store.ts'
import { createEditStore, type EditStore } from '../marking/edit-store.ts'
import { createListStore, type ListStore } from '../rows/list-store.ts'
import { byMark, bySubmission, byWaiting } from '../rows/orders.ts'
import { createSelection, type SelectionStore } from '../rows/selection.ts'
import type { HelpRow, Holder, ResultRow } from '../rows/wire.ts'

export type Tab = 'submitted' | 'help' | 'history'

/** Everything that the workbench knows, outside of React: each part is watched by who shows it. */
export interface Bench {
  readonly me: Holder
  /** May this person mark and help, or only look on? */
  readonly canEdit: boolean
  readonly submitted: ListStore<ResultRow>
  readonly history: ListStore<ResultRow>
  readonly help: ListStore<HelpRow>
  readonly claims: ClaimStore
  readonly drafts: DraftStore
  readonly edit: EditStore
  readonly selection: Readonly<Record<Tab, SelectionStore>>
  /** The server's clock; the feed corrects it. */
  readonly clock: Clock
  /** Questions that stand over the workbench. */
  readonly asking: Asking
  /** What is typed while a save or a search for the next row is under way. */
  readonly ahead: TypeAhead
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

export function createBench(me: Holder, canEdit = true): Bench {
  const clock = createClock()
  const drafts = createDraftStore(me.id)
  return {
    me,
    canEdit,
    submitted: createListStore(bySubmission),
    history: createListStore(byMark),
    help: createListStore(byWaiting),
    claims: createClaimStore(() => clock.now()),
    drafts,
    edit: createEditStore(drafts),
    selection: { submitted: createSelection(), help: createSelection(), history: createSelection() },
    clock,
    asking: createAsking(),
    ahead: new TypeAhead(),
  }
}

/** A result wherever it is listed. */
export const resultOf = (bench: Bench, id: string): ResultRow | undefined => bench.submitted.row(id) ?? bench.history.row(id)
