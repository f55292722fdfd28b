import { Tag } from 'antd'
import { memo } from 'react'
import { useBench } from '../state/bench-context.ts'
import type { ListStore } from '../state/list-store.ts'
import { type MarkKind, photosOf, type ResultRow } from '../../wire.ts'
import type { BenchColumn } from '../table/columns.ts'
import { Line } from '../table/Line.tsx'
import { rosterStateOf, stateText, type ResultState } from './state-of.ts'
import { useListed } from './use-results.ts'
import '../table/card.css'

/** What can be done with one result here. */
export interface RosterActions {
  /** Mark it beside its photos. */
  open(row: ResultRow): void
  mark(row: ResultRow, mark: MarkKind): void
  history(row: ResultRow): void
}

const colours: Readonly<Record<ResultState, string>> = { none: 'default', submitted: 'orange', scored: 'green', absent: 'default' }

export function RosterStateTag({ row }: { readonly row: ResultRow }) {
  const state = rosterStateOf(row)
  return (
    <Tag color={colours[state]} className={state === 'absent' ? 'roster-absent' : undefined}>
      {stateText(row)}
    </Tag>
  )
}

/** The buttons keep their places whatever the state is; those that do not fit the state are disabled. */
function Buttons({ row, actions }: { readonly row: ResultRow; readonly actions: RosterActions }) {
  const { canEdit } = useBench()
  const state = rosterStateOf(row)
  const isOpen = state === 'submitted' || state === 'scored'
  const score = () => (isOpen ? actions.open(row) : actions.mark(row, state === 'absent' ? 'absentScore' : 'score'))
  return (
    <>
      {canEdit && (
        <button type="button" className="live-link" onClick={score}>
          {state === 'absent' ? '补评' : state === 'scored' ? '编辑' : '评分'}
        </button>
      )}
      <button type="button" className="live-link" onClick={() => actions.history(row)}>
        历史
      </button>
      {canEdit && (
        <button
          type="button"
          className="live-link"
          disabled={isOpen}
          onClick={() => actions.mark(row, state === 'absent' ? 'present' : 'absent')}
        >
          {state === 'absent' ? '取消缺席' : '缺席'}
        </button>
      )}
    </>
  )
}

interface Props {
  readonly id: string
  readonly list: ListStore<ResultRow>
  readonly columns: readonly BenchColumn<ResultRow>[]
  readonly tracks: string
  readonly actions: RosterActions
}

/** One result of the lesson, in any state. */
export const RosterLine = memo(function RosterLine({ id, list, columns, tracks, actions }: Props) {
  const row = useListed(list, id)
  if (!row) return null
  const cells = { state: <RosterStateTag row={row} />, actions: <Buttons row={row} actions={actions} /> }
  return <Line id={id} row={row} columns={columns} tracks={tracks} state={{ selected: false }} cells={cells} onClick={() => undefined} />
})

/** A result of the roster as a card, for telephones. */
export const RosterCard = memo(function RosterCard({ id, list, actions }: Omit<Props, 'columns' | 'tracks'>) {
  const row = useListed(list, id)
  if (!row) return null
  return (
    <div className="live-card" role="row" data-row={id}>
      <div className="live-card-head" role="gridcell">
        <strong>{row.groupSeatNum}</strong>
        <span className="live-text">
          {row.realname} {row.studyNumber}
        </span>
        <RosterStateTag row={row} />
      </div>
      <div className="live-text" role="gridcell">
        {row.inspectionId_dictText} · {row.experiGroupId_dictText}
      </div>
      <div className="live-text live-faint" role="gridcell">
        {[photosOf(row).length > 0 && `${photosOf(row).length} 张照片`, row.comment, row.bz].filter(Boolean).join(' · ') || '　'}
      </div>
      <div className="live-card-foot" role="gridcell">
        <span className="live-gap" />
        <Buttons row={row} actions={actions} />
      </div>
    </div>
  )
})
