import { PictureOutlined, TagsOutlined } from '@ant-design/icons'
import { Tag, Tooltip } from 'antd'
import { memo, type ReactNode } from 'react'
import { useBench, useClaim, useEdit, useHaltedBy, useIsEditing, useIsSelected, useShown } from '../state/bench-context.ts'
import type { MarkTab } from '../state/edit-store.ts'
import { useMarkingActions } from '../marking/marking-context.ts'
import { resultOf } from '../state/create-bench.ts'
import { resultDeparture, takenBy } from '../table/departure.ts'
import { photosOf, type ResultRow } from '../../wire.ts'
import type { BenchColumn } from '../table/columns.ts'
import { MarkInput } from '../marking/EditInputs.tsx'
import { KitInput } from '../table/KitInput.tsx'
import { Line } from '../table/Line.tsx'
import { Who } from '../table/Who.tsx'
import './results.css'

export interface ResultLineProps {
  readonly id: string
  readonly tab: MarkTab
  readonly columns: readonly BenchColumn<ResultRow>[]
  readonly tracks: string
}

/** Who else is marking this row now. */
export function ClaimTag({ id }: { readonly id: string }) {
  const { me } = useBench()
  const claim = useClaim(id)
  if (!claim || claim.holder.id === me.id) return null
  return (
    <Tooltip title={`${claim.holder.name} 正在评分`}>
      <Tag className="live-holder" color="magenta">
        {claim.holder.name}
      </Tag>
    </Tooltip>
  )
}

export function PhotoLink({ row }: { readonly row: ResultRow }) {
  const { showPhotos } = useMarkingActions()
  const count = photosOf(row).length
  if (count === 0) return <span className="live-faint">无</span>
  return (
    <button type="button" className="live-link" aria-label={`${row.realname ?? ''} 的照片 ${count} 张`} onClick={() => showPhotos(row.id)}>
      <PictureOutlined /> {count} 张{row.submitCount > 1 && <sup className="live-again">{row.submitCount}</sup>}
    </button>
  )
}

/** Why keys do nothing on a row at hand: what became of it, shown instead of its buttons. */
export function DepartureText({ words }: { readonly words: string }) {
  return (
    <span className="live-departure live-text" role="status" title={`${words}，按 N、方向键或点击其他行继续`}>
      {words}
    </span>
  )
}

export function ResultActions({ row, tab }: { readonly row: ResultRow; readonly tab: MarkTab }) {
  const bench = useBench()
  const { me, canEdit } = bench
  const { marking, openDialog, openVersions } = useMarkingActions()
  const claim = useClaim(row.id)
  const haltedBy = useHaltedBy(tab, row.id)
  const { left } = useShown(bench[tab], row.id)
  const { own, any } = useIsEditing(row.id)
  if (left && !own) return <DepartureText words={resultDeparture(tab, left.now === undefined ? resultOf(bench, row.id) : left.now, me)} />
  if (own)
    return (
      <>
        <button type="button" className="live-link" onClick={() => void marking.save()}>
          保存
        </button>
        <button type="button" className="live-link" onClick={() => void marking.cancel()}>
          取消
        </button>
      </>
    )
  const isHeld = claim !== undefined && claim.holder.id !== me.id
  const history = (
    <button type="button" className="live-link" onClick={() => openVersions(row)}>
      历史
    </button>
  )
  if (!canEdit) return history
  if (haltedBy)
    return (
      <>
        <DepartureText words={takenBy(haltedBy)} />
        <button type="button" className="live-link" disabled={any} onClick={() => void marking.begin(tab, row.id)}>
          接回
        </button>
      </>
    )
  return (
    <>
      <button type="button" className="live-link" disabled={any} onClick={() => void marking.begin(tab, row.id)}>
        {isHeld ? '接手' : '编辑'}
      </button>
      <button type="button" className="live-link" disabled={any || isHeld} onClick={() => openDialog(row)}>
        评分
      </button>
      {history}
      {tab === 'history' && row.markerId === me.id && (
        <button type="button" className="live-link" disabled={any} onClick={() => void marking.undo(row.id)}>
          撤销
        </button>
      )}
    </>
  )
}

/** The cells of the row being marked; only this hook listens to typing. */
function useMarkCells(isEditing: boolean): Readonly<Record<string, ReactNode>> {
  const edit = useEdit()
  const { openRemarks } = useMarkingActions()
  if (!isEditing || !edit) return {}
  return {
    score: <MarkInput field="score" edit={edit} />,
    comment: (
      <span className="live-comment">
        <MarkInput field="comment" edit={edit} />
        <button type="button" className="live-link" aria-label="评语库" title="评语库 (C)" onClick={openRemarks}>
          <TagsOutlined />
        </button>
      </span>
    ),
    bz: <MarkInput field="bz" edit={edit} />,
  }
}

function EditedLine(props: ResultLineProps & { readonly row: ResultRow }) {
  return <ShownLine {...props} marks={useMarkCells(true)} isEditing />
}

interface ShownProps extends ResultLineProps {
  readonly row: ResultRow
  readonly marks?: Readonly<Record<string, ReactNode>>
  readonly isEditing?: boolean
  /** It has left the list and stays visible only for the user who had selected it. */
  readonly isGone?: boolean
}

function ShownLine({ id, tab, columns, tracks, row, marks, isEditing, isGone }: ShownProps) {
  const bench = useBench()
  const { marking } = useMarkingActions()
  const selected = useIsSelected(tab, id)
  const claim = useClaim(id)
  const label = row.realname ?? row.studyNumber ?? ''
  const saved = (tjh: string) => {
    const now = bench[tab].row(id)
    if (now) bench[tab].apply([{ put: { ...now, tjh } }])
  }
  const cells = {
    realname: (
      <Who row={row}>
        <ClaimTag id={id} />
      </Who>
    ),
    tjh: <KitInput resultId={id} stored={row.tjh ?? ''} label={label} onSaved={saved} />,
    filePaths: <PhotoLink row={row} />,
    actions: <ResultActions row={row} tab={tab} />,
    ...marks,
  }
  const state = { selected, editing: isEditing, gone: isGone, held: claim !== undefined && claim.holder.id !== bench.me.id }
  return (
    <Line
      id={id}
      row={row}
      columns={columns}
      tracks={tracks}
      state={state}
      cells={cells}
      onClick={() => bench.choose(tab, id)}
      onOpen={() => void marking.begin(tab, id)}
    />
  )
}

/** A result as a line of the table. Typing repaints only the line that is typed in. */
export const ResultLine = memo(function ResultLine(props: ResultLineProps) {
  const bench = useBench()
  const { row, left } = useShown(bench[props.tab], props.id)
  const { own } = useIsEditing(props.id)
  if (!row) return null
  return own ? <EditedLine {...props} row={row} /> : <ShownLine {...props} row={left?.now ?? row} isGone={left !== undefined} />
})
