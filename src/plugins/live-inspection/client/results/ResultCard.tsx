import { memo } from 'react'
import { useBench, useClaim, useIsSelected, useShown } from '../state/bench-context.ts'
import type { MarkTab } from '../state/edit-store.ts'
import { ClaimTag, PhotoLink, ResultActions } from './ResultLine.tsx'
import '../table/card.css'

/** A result on a telephone; it is marked in the sheet below the list. */
export const ResultCard = memo(function ResultCard({ id, tab }: { readonly id: string; readonly tab: MarkTab }) {
  const bench = useBench()
  const { row: shown, left } = useShown(bench[tab], id)
  const row = left?.now ?? shown
  const selected = useIsSelected(tab, id)
  const claim = useClaim(id)
  if (!row) return null
  const isHeld = claim !== undefined && claim.holder.id !== bench.me.id
  return (
    <div
      className="live-card"
      role="row"
      data-row={id}
      data-held={isHeld || undefined}
      data-gone={left !== undefined || undefined}
      aria-selected={selected}
      onClick={() => bench.choose(tab, id)}
    >
      <div className="live-card-head" role="gridcell">
        <strong>{row.groupSeatNum}</strong>
        <span className="live-text">
          {row.realname} {row.studyNumber}
        </span>
        <ClaimTag id={id} />
        {row.score !== null && <strong className="live-score">{row.score} 分</strong>}
      </div>
      <div className="live-text" role="gridcell">
        {row.inspectionId_dictText} · {row.experiGroupId_dictText} · {row.submitTime?.slice(5, 16)}
      </div>
      <div className="live-text live-faint" role="gridcell">
        {[row.tjh && `套件 ${row.tjh}`, row.comment, row.bz].filter(Boolean).join(' · ') || '　'}
      </div>
      <div className="live-card-foot" role="gridcell">
        <PhotoLink row={row} />
        <span className="live-gap" />
        <ResultActions row={row} tab={tab} />
      </div>
    </div>
  )
})
