import { memo } from 'react'
import { useBench, useIsSelected, useShown } from '../state/bench-context.ts'
import { helpDeparture } from '../table/departure.ts'
import { DepartureText } from '../results/ResultLine.tsx'
import { HelpButtons, TakerTag, Waited } from './HelpLine.tsx'
import '../table/card.css'

/** A waiting student, on a telephone. */
export const HelpCard = memo(function HelpCard({ id }: { readonly id: string }) {
  const bench = useBench()
  const { row, left } = useShown(bench.help, id)
  const selected = useIsSelected('help', id)
  if (!row) return null
  return (
    <div
      className="live-card"
      role="row"
      data-row={id}
      data-gone={left !== undefined || undefined}
      aria-selected={selected}
      onClick={() => bench.choose('help', id)}
    >
      <div className="live-card-head" role="gridcell">
        <strong>{row.groupSeatNum}</strong>
        <span className="live-text">
          {row.realname} {row.studyNumber}
        </span>
        <Waited since={row.createTime} />
      </div>
      <div className="live-text" role="gridcell">
        {row.inspectionId_dictText} · {row.facilityId_dictText ?? '无设备'}
      </div>
      <div className="live-text live-faint" role="gridcell">
        {row.content ?? '（未写内容）'}
      </div>
      <div className="live-card-foot" role="gridcell">
        <TakerTag row={row} />
        <span className="live-gap" />
        {left ? <DepartureText words={helpDeparture(left.now, bench.me)} /> : <HelpButtons row={row} />}
      </div>
    </div>
  )
})
