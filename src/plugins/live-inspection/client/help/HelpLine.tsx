import { Tag } from 'antd'
import { memo } from 'react'
import { useBench, useIsSelected, useShown } from '../state/bench-context.ts'
import { helpDeparture } from '../table/departure.ts'
import type { HelpRow } from '../../wire.ts'
import type { BenchColumn } from '../table/columns.ts'
import { KitInput } from '../table/KitInput.tsx'
import { Line } from '../table/Line.tsx'
import { DepartureText } from '../results/ResultLine.tsx'
import { Who } from '../table/Who.tsx'
import { useHelpActions } from './help-context.ts'
import { useHelpTaker, useWaited } from './use-waited.ts'
import { ageOf, spell } from './waiting.ts'
import './help.css'

/** The time waited, in the colour of its age. */
export function Waited({ since }: { readonly since: string }) {
  const seconds = useWaited(since)
  return (
    <span className="live-waited" data-age={ageOf(seconds)}>
      {spell(seconds)}
    </span>
  )
}

export function TakerTag({ row }: { readonly row: HelpRow }) {
  const { me } = useBench()
  const taker = useHelpTaker(row)
  if (!taker) return <span className="live-faint">等待中</span>
  return <Tag color={taker.id === me.id ? 'blue' : 'magenta'}>{taker.id === me.id ? '我' : taker.name}</Tag>
}

export function HelpButtons({ row }: { readonly row: HelpRow }) {
  const { me, canEdit } = useBench()
  const { take, solve, giveBack } = useHelpActions()
  const taker = useHelpTaker(row)
  if (!canEdit) return null
  const isMine = taker?.id === me.id
  return (
    <>
      <button type="button" className="live-link" disabled={taker !== undefined} onClick={() => void take(row)}>
        接受
      </button>
      <button type="button" className="live-link" onClick={() => void solve(row)}>
        解决
      </button>
      <button type="button" className="live-link" disabled={!isMine} onClick={() => void giveBack(row)}>
        退回
      </button>
    </>
  )
}

interface Props {
  readonly id: string
  readonly columns: readonly BenchColumn<HelpRow>[]
  readonly tracks: string
}

/** A waiting student. */
export const HelpLine = memo(function HelpLine({ id, columns, tracks }: Props) {
  const bench = useBench()
  const { row, left } = useShown(bench.help, id)
  const selected = useIsSelected('help', id)
  if (!row) return null
  const saved = (tjh: string) => {
    const now = bench.help.row(id)
    if (now) bench.help.apply([{ put: { ...now, tjh } }])
  }
  const cells = {
    realname: <Who row={row} />,
    waited: <Waited since={row.createTime} />,
    tjh: <KitInput resultId={row.inspectionResultId} stored={row.tjh ?? ''} label={row.realname ?? ''} onSaved={saved} />,
    takerId: <TakerTag row={row} />,
    actions: left ? <DepartureText words={helpDeparture(left.now, bench.me)} /> : <HelpButtons row={row} />,
  }
  return (
    <Line
      id={id}
      row={row}
      columns={columns}
      tracks={tracks}
      state={{ selected, gone: left !== undefined }}
      cells={cells}
      onClick={() => bench.choose('help', id)}
    />
  )
})
