import maxBy from 'lodash-es/maxBy.js'
import type { Bench } from '../state/create-bench.ts'
import type { ListStore, RowChange } from '../state/list-store.ts'
import type { Kit, Placed, ResultRow } from '../../wire.ts'
import { takenBack, type News } from './read-messages.ts'
import { CANCELLED } from '../../../../../schemas/teaching/help-states.ts'
import { SCORED, SUBMITTED } from '../../../../../schemas/teaching/submission-states.ts'

const idOf = (change: RowChange<ResultRow>): string => ('put' in change ? change.put.id : change.drop)

/** The newest known state of the row being edited, from whichever list has it; null if none does. */
function latestOf(news: News, id: string): ResultRow | null | undefined {
  const about = [...news.submitted, ...news.history].filter((change) => idOf(change) === id)
  if (about.length === 0) return undefined
  const rows = about.flatMap((change) => ('put' in change ? [change.put] : []))
  return maxBy(rows, ({ version }) => version) ?? null
}

function applyKits<Row extends Placed>(list: ListStore<Row>, kits: readonly Kit[]): void {
  const rows = list.view().ids.flatMap((id) => list.row(id) ?? [])
  const changed = rows.flatMap((row) => {
    const kit = kits.findLast((each) => each.experiGroupId === row.experiGroupId && each.stuId === row.stuId)
    return kit ? [{ put: { ...row, tjh: kit.tjh } }] : []
  })
  list.apply(changed)
}

/** The lists keep a row at hand, so it does not vanish; what happened to a row being edited is noted on the edit as well. */
export function applyNews(bench: Bench, news: News): void {
  const edit = bench.edit.get()
  const latest = edit && latestOf(news, edit.row.id)
  bench.submitted.apply(news.submitted)
  bench.history.apply(news.history)
  if (latest !== undefined && (latest === null || latest.version > (edit?.latest?.version ?? edit?.row.version ?? 0)))
    bench.edit.set({ latest })
  if (news.cancelled.length > 0) {
    const open = bench.help.view().ids.flatMap((id) => bench.help.row(id) ?? [])
    bench.help.apply(takenBack(open, news.cancelled).map((row) => ({ drop: row.id, now: { ...row, status: CANCELLED } })))
  }
  bench.help.apply(news.help)
  bench.claims.apply(news.claims)
  if (news.kits.length > 0) {
    applyKits(bench.submitted, news.kits)
    applyKits(bench.history, news.kits)
    applyKits(bench.help, news.kits)
  }
}

/** After an edit the row goes where it now belongs. */
export function settle(bench: Bench, row: ResultRow | null, id: string): void {
  bench.submitted.apply([row?.submitStatus === SUBMITTED ? { put: row } : { drop: id, now: row }])
  bench.history.apply([row?.submitStatus === SCORED ? { put: row } : { drop: id, now: row }])
}
