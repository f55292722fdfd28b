import type { ClaimStore } from './claim-store.ts'
import type { ListStore } from './list-store.ts'
import { following, step, type MarkSelectionStore } from './selection.ts'
import type { HelpRow, Holder, ResultRow } from '../../wire.ts'

export type Tab = 'submitted' | 'help' | 'history'

/** The three lists with the row chosen in each, and who marks what. */
export interface BenchLists {
  readonly me: Holder
  readonly submitted: ListStore<ResultRow>
  readonly history: ListStore<ResultRow>
  readonly help: ListStore<HelpRow>
  readonly claims: ClaimStore
  readonly selection: Readonly<Record<Tab, MarkSelectionStore>>
}

/** What decides where one goes: the lists as they are, or as they are in mind. */
export type Lists = Omit<BenchLists, 'claims'> & { readonly claims: Pick<ClaimStore, 'get'> }

/** The lists as the typing user has them in mind. */
export const asSeen = (lists: BenchLists): Lists => ({ ...lists, claims: lists.claims.seen })

/** Nobody else marks it. */
export function isFree({ claims, me }: Pick<Lists, 'claims' | 'me'>, id: string): boolean {
  const holder = claims.get(id)?.holder
  return holder === undefined || holder.id === me.id
}

/** Can one go to a row? Submissions that a colleague marks are passed over. */
const isOpen =
  (lists: Lists, tab: Tab) =>
  (id: string): boolean =>
    lists[tab].row(id) !== undefined && (tab !== 'submitted' || isFree(lists, id))

/** May keys work on the chosen row? Not on one that has left its list or was taken out of one's hands. */
export function isAtHand({ selection, ...lists }: Lists, tab: Tab): boolean {
  const id = selection[tab].get()
  return id !== undefined && lists[tab].row(id) !== undefined && !selection[tab].haltedBy()
}

/** One step from a row of a tab. */
export const stepFrom = (lists: Lists, tab: Tab, id: string | undefined, by: 1 | -1): string | undefined =>
  step(lists[tab].view().ids, id, by, { isOpen: isOpen(lists, tab), isThere: (each) => lists[tab].row(each) !== undefined })

/** Where one stands when the work on a row is done: a marked row of the third tab stays, others leave. */
export const afterDone = (lists: Lists, tab: Tab, id: string): string | undefined =>
  tab === 'history' ? id : following(lists[tab].view().ids, id, isOpen(lists, tab))

/** The next submission of the list behind a row, then from the front again. */
export function nextBehind(lists: Lists, id: string | undefined): string | undefined {
  const { ids } = lists.submitted.view()
  const index = id === undefined ? -1 : ids.indexOf(id)
  return [...ids.slice(index + 1), ...ids.slice(0, Math.max(index, 0))].find(isOpen(lists, 'submitted'))
}

/** The next submission for a user on the list: the selected one if it waits, otherwise the one after it. */
export function nextFrom(lists: Lists, id: string | undefined): string | undefined {
  return id !== undefined && isOpen(lists, 'submitted')(id) ? id : nextBehind(lists, id)
}
