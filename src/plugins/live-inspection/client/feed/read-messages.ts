import type { FeedEvent, FeedMessage } from '../../../../feed/messages.ts'
import type { RowChange } from '../state/list-store.ts'
import { matches, type ListNarrowing } from '../../shared/matches.ts'
import type { Claim, HelpRow, Kit, ResultRow } from '../../wire.ts'
import { helpIn, holderNewsIn, kitIn, resultIn } from './read-event.ts'
import { WAITING } from '../../../../../schemas/teaching/help-states.ts'
import { SCORED, SUBMITTED } from '../../../../../schemas/teaching/submission-states.ts'

/** What some messages of the feed mean to the workbench. */
export interface News {
  readonly submitted: RowChange<ResultRow>[]
  readonly history: RowChange<ResultRow>[]
  readonly help: RowChange<HelpRow>[]
  /** Every result that was reported, whatever its state and the filters. */
  readonly results: RowChange<ResultRow>[]
  /** Places whose request was cancelled: device, session and item. */
  readonly cancelled: Pick<HelpRow, 'facilityId' | 'experiGroupId' | 'inspectionId'>[]
  /** The final state of each claim: one that came and went in between disturbs nobody. */
  readonly claims: (Claim | { readonly id: string; readonly holder: null })[]
  /** Kit numbers that colleagues wrote; every row of that student in that session shows its own. */
  readonly kits: Kit[]
  readonly arrived: { submissions: number; requests: number }
  /** Something is missing: read the lists again. */
  reload: boolean
  refused?: string
}

const none = (): News => ({
  submitted: [],
  history: [],
  help: [],
  results: [],
  cancelled: [],
  claims: [],
  kits: [],
  arrived: { submissions: 0, requests: 0 },
  reload: false,
})

function readResult(news: News, event: FeedEvent, filters: ListNarrowing): void {
  const id = event.id ?? ''
  const row = resultIn(event)
  if (!row) {
    news.results.push({ drop: id })
    news.submitted.push({ drop: id, now: null })
    news.history.push({ drop: id, now: null })
    return
  }
  news.results.push({ put: row })
  const shown = matches(filters, row)
  news.submitted.push(shown && row.submitStatus === SUBMITTED ? { put: row } : { drop: id, now: row })
  news.history.push(shown && row.submitStatus === SCORED ? { put: row } : { drop: id, now: row })
  if (shown && event.event === 'submission') news.arrived.submissions += 1
}

function readHelp(news: News, event: FeedEvent, filters: ListNarrowing): void {
  const id = event.id ?? ''
  const row = helpIn(event)
  if (!row) {
    news.help.push({ drop: id, now: null })
    return
  }
  if (event.event === 'helpCancelled') news.cancelled.push(row)
  const open = row.status === WAITING && matches(filters, row)
  news.help.push(open ? { put: row } : { drop: id, now: row })
  if (open && event.event === 'help') news.arrived.requests += 1
}

function readClaim(news: News, event: FeedEvent): void {
  const told = holderNewsIn(event)
  if (!told) return
  const { id, holder, until } = told
  const earlier = news.claims.findIndex((claim) => claim.id === id)
  if (earlier >= 0) news.claims.splice(earlier, 1)
  news.claims.push(holder ? { id, holder, until } : { id, holder: null })
}

function readKit(news: News, event: FeedEvent): void {
  const kit = kitIn(event)
  if (kit) news.kits.push(kit)
}

/** Reads messages in the order in which they came. */
export function readMessages(messages: readonly FeedMessage[], filters: ListNarrowing): News {
  const news = none()
  for (const message of messages) {
    if (message.cmd === 'refused') news.refused = message.message
    if (message.cmd !== 'event') news.reload = true
    else if (message.type === 'claim') readClaim(news, message)
    else if (message.type === 'kit') readKit(news, message)
    else if (message.entity === 'inspectionResult') readResult(news, message, filters)
    else if (message.entity === 'helpRequest') readHelp(news, message, filters)
  }
  return news
}

/** The requests that a cancellation takes away. */
export function takenBack(rows: readonly HelpRow[], places: News['cancelled']): HelpRow[] {
  const isAt = (row: HelpRow) => (place: News['cancelled'][number]) =>
    (row.facilityId ?? null) === (place.facilityId ?? null) &&
    row.experiGroupId === place.experiGroupId &&
    row.inspectionId === place.inspectionId
  return rows.filter((row) => row.facilityId && places.some(isAt(row)))
}
