import { Table, theme, type TableProps } from 'antd'
import { useDeferredValue, useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import type { AnyEntity, WireRow } from '../../../schema/index.ts'
import { actionColumn, dataColumns, numberColumn, numberWidth } from './columns.tsx'
import { HeaderCell } from './HeaderCell.tsx'
import { idOf, isFaded, labelOf, type ListColumn, type ListModel } from '../../model/list-model.ts'
import type { ListState } from '../../model/list-state.ts'
import { Outline } from '../../../browser/Outline.tsx'
import { Unseen } from '../../../browser/Unseen.tsx'
import { ListStates, StaleRows, type NextSteps } from '../rows/ListStates.tsx'
import { useOpenRecord } from '../rows/RecordLink.tsx'
import type { RunRowAction } from '../rows/RowActions.tsx'
import type { RowAction } from '../rows/row-actions.ts'
import type { RowEdit } from '../row-edit/row-edit.ts'
import { SelectCell, SelectPage } from '../rows/SelectCell.tsx'
import type { SelectionStore } from '../rows/selection.ts'
import type { ListRows } from '../state/use-list-rows.ts'
import type { ChangeList } from '../state/use-list-state.ts'
import { useColumnFit } from './use-column-fit.ts'
import { useFitBox } from './use-fit-box.ts'

import { pagingOf } from '../state/paging.ts'
import type { ListPreferences } from '../state/preferences.ts'
import { flatten } from '../../model/nodes.ts'
import { isOnlyAbove } from '../../tree/found-rows.ts'
import { useExpanded } from '../../tree/use-expanded.ts'
import './table.css'

interface Props {
  readonly entity: AnyEntity
  readonly model: ListModel
  readonly columns: readonly ListColumn[]
  readonly preferences: ListPreferences
  readonly data: ListRows
  readonly state: ListState
  readonly change: ChangeList
  readonly steps: NextSteps
  readonly actions: readonly RowAction[]
  readonly run: RunRowAction
  readonly selection?: SelectionStore
  readonly single?: boolean
  readonly edit?: RowEdit
  /** The names of the rows lead to pages of their own. */
  readonly linked: boolean
  /** Fills the window down to its lower edge; a list in a drawer has a height of its own. */
  readonly fit: boolean
  /** The rows scroll in a box of at most this height. */
  readonly boxHeight?: number
  readonly expanded?: (row: WireRow) => ReactNode
  onResize(key: string, width: number): void
}
const virtualFrom = 60
/** The content of an unfolded row needs more room than a low window leaves; then the page scrolls. */
const roomUnfolded = 560
const tickWidth = 44
const unfoldWidth = 48
const noRows: readonly WireRow[] = []

function tickColumn({ entity, single }: Props, store: SelectionStore, rows: readonly WireRow[]) {
  const page = new Map(
    flatten(rows)
      .filter((row) => !isOnlyAbove(row))
      .map((row) => [idOf(entity, row), row]),
  )
  return {
    key: '_tick',
    width: tickWidth,
    fixed: 'left' as const,
    align: 'center' as const,
    title: '',
    onHeaderCell: () => ({
      align: 'center' as const,
      head: single ? <Unseen>选择</Unseen> : <SelectPage store={store} rows={page} />,
    }),
    shouldCellUpdate: (next: WireRow, previous: WireRow) => next !== previous,
    render: (_: unknown, row: WireRow) => (
      <SelectCell store={store} id={idOf(entity, row)} row={row} label={labelOf(entity, row)} single={single} />
    ),
  }
}

function tablePaging(props: Props): TableProps<WireRow>['pagination'] {
  if (!props.data.isPaged) return false
  return { ...pagingOf(props), showSizeChanger: true, showQuickJumper: true, style: { marginBlockEnd: 0 } }
}

/** The rows of a list: sticky head and actions, scrolling inside its own box, virtual when there are many. */
export function EntityTable(props: Props) {
  const { entity, columns, data, state, change, actions, run, selection, edit, expanded, onResize, preferences } = props
  const fillsWindow = props.fit
  const rows = data.page?.records ?? noRows
  const [box, room] = useFitBox(130, 240)
  const { isTree, levels } = data
  const openRecord = useOpenRecord()
  const hasPages = props.linked
  const linked = useMemo(() => (hasPages ? { entity, open: openRecord } : undefined), [hasPages, entity, openRecord])
  const isNumbered = props.model.numbered && !isTree
  const beside = (selection ? tickWidth : 0) + (expanded ? unfoldWidth : 0) + (isNumbered ? numberWidth : 0)
  const { density } = preferences
  const fit = useColumnFit({ entity, columns, rows, actions, room: room.width, beside, density, sortable: !isTree })
  const shown = useMemo(
    () => [
      ...(selection ? [tickColumn(props, selection, rows)] : []),
      ...(isNumbered ? [numberColumn(state.page, state.size)] : []),
      ...dataColumns(fit.columns, { sort: state.sort, sortable: !isTree, linked, edit, onResize }),
      ...(actions.length > 0 ? [actionColumn(actions, run, { ...fit.actions, edit })] : []),
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the tick column reads only what is listed
    [selection, rows, fit, state, isNumbered, isTree, linked, edit, onResize, actions, run],
  )
  const [open, setOpen] = useExpanded(entity, rows, levels)
  const [unfolded, setUnfolded] = useState(false)
  const height = unfolded ? Math.max(room.height, roomUnfolded) : room.height
  const expandable: TableProps<WireRow>['expandable'] = isTree
    ? { expandIconColumnIndex: selection ? 1 : 0, expandedRowKeys: open, onExpandedRowsChange: (keys) => setOpen(keys.map(String)) }
    : expanded && {
        expandedRowRender: expanded,
        columnTitle: <Unseen>展开</Unseen>,
        columnWidth: unfoldWidth,
        onExpandedRowsChange: (keys) => setUnfolded(keys.length > 0),
      }
  const { token } = theme.useToken()
  const paint: CSSProperties & Record<`--${string}`, string> = {
    '--engine-chosen': token.controlItemBgActive,
    '--engine-paper': token.colorBgContainer,
    '--engine-edge': token.colorFill,
    '--engine-faint': token.colorTextSecondary,
    '--engine-unused': token.colorFillTertiary,
  }
  const virtual = rows.length > virtualFrom
  const isAwaited = data.loading && data.page === undefined && !data.error
  /** The columns are as wide as the rows need: drawn without any, they would move with the first. Those are drawn in steps. */
  const isUnknown = useDeferredValue(isAwaited) || isAwaited
  return (
    <div ref={box} className="engine-table" style={paint}>
      {data.error && rows.length > 0 && <StaleRows error={data.error} retry={data.reload} />}
      {isUnknown ? (
        <Outline />
      ) : (
        <Table<WireRow>
          rowKey={(row) => idOf(entity, row)}
          columns={shown}
          dataSource={rows}
          rowClassName={(row) => (isOnlyAbove(row) ? 'engine-above' : isFaded(props.model, row) ? 'engine-faded' : '')}
          loading={data.loading && rows.length > 0}
          size={density}
          virtual={virtual}
          scroll={{ x: fit.total, y: fillsWindow || virtual ? height : props.boxHeight }}
          components={{ header: { cell: HeaderCell } }}
          pagination={tablePaging(props)}
          locale={{
            emptyText: (
              <ListStates error={data.error} waitingFor={data.waitingFor} loading={data.loading} steps={props.steps} retry={data.reload} />
            ),
          }}
          expandable={expandable}
          onChange={(_, __, sorter, { action }) => {
            const one = Array.isArray(sorter) ? sorter[0] : sorter
            if (action !== 'sort') return
            const by = one?.order ? String(one.columnKey) : undefined
            change({ to: 'sort', sort: by === undefined ? undefined : { by, order: one?.order === 'descend' ? 'desc' : 'asc' } })
          }}
        />
      )}
    </div>
  )
}
