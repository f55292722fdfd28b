import type { ClaimStore } from './claim-store.ts'
import type { ListStore } from './list-store.ts'
import { following, step, type MarkSelectionStore } from './selection.ts'
import type { HelpRow, Holder, ResultRow } from '../../wire.ts'

export type Tab = 'submitted' | 'help' | 'history'

/** The three lists with the row chosen in each, and who is marking what. */
export interface BenchLists {
  readonly me: Holder
  readonly submitted: ListStore<ResultRow>
  readonly history: ListStore<ResultRow>
  readonly help: ListStore<HelpRow>
  readonly claims: ClaimStore
  readonly selection: Readonly<Record<Tab, MarkSelectionStore>>
}

/** What decides where the user goes next: the lists as they are, or as the user remembers them. */
export type Lists = Omit<BenchLists, 'claims'> & { readonly claims: Pick<ClaimStore, 'get'> }

/** The lists as the user remembers them while typing. */
export const asSeen = (lists: BenchLists): Lists => ({ ...lists, claims: lists.claims.seen })

/** Nobody else marks it. */
export function isFree({ claims, me }: Pick<Lists, 'claims' | 'me'>, id: string): boolean {
  const holder = claims.get(id)?.holder
  return holder === undefined || holder.id === me.id
}

/** Can the user go to a row? Submissions that a colleague is marking are skipped. */
const isOpen =
  (lists: Lists, tab: Tab) =>
  (id: string): boolean =>
    lists[tab].row(id) !== undefined && (tab !== 'submitted' || isFree(lists, id))

/** Do keys work on the chosen row? Not if it has left its list or a colleague took it over. */
export function isAtHand({ selection, ...lists }: Lists, tab: Tab): boolean {
  const id = selection[tab].get()
  return id !== undefined && lists[tab].row(id) !== undefined && !selection[tab].haltedBy()
}

/** One step from a row of a tab. */
export const stepFrom = (lists: Lists, tab: Tab, id: string | undefined, by: 1 | -1): string | undefined =>
  step(lists[tab].view().ids, id, by, { isOpen: isOpen(lists, tab), isThere: (each) => lists[tab].row(each) !== undefined })

/** Where the user is when a row is done: a marked row of the third tab stays, others leave. */
export const afterDone = (lists: Lists, tab: Tab, id: string): string | undefined =>
  tab === 'history' ? id : following(lists[tab].view().ids, id, isOpen(lists, tab))

/** The next submission of the list after a row, then from the start again. */
export function nextBehind(lists: Lists, id: string | undefined): string | undefined {
  const { ids } = lists.submitted.view()
  const index = id === undefined ? -1 : ids.indexOf(id)
  return [...ids.slice(index + 1), ...ids.slice(0, Math.max(index, 0))].find(isOpen(lists, 'submitted'))
}

/** The next submission for a user on the list: the selected one if it waits, otherwise the one after it. */
export function nextFrom(lists: Lists, id: string | undefined): string | undefined {
  return id !== undefined && isOpen(lists, 'submitted')(id) ? id : nextBehind(lists, id)
}
