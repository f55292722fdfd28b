import { Flex, Pagination, Spin } from 'antd'
import { useMemo } from 'react'
import type { AnyEntity, WireRow } from '../../../schema/index.ts'
import { childrenOf, flatten } from '../../model/nodes.ts'
import { isOnlyAbove } from '../../tree/found-rows.ts'
import { useExpanded } from '../../tree/use-expanded.ts'
import { idOf, type ListModel } from '../../model/list-model.ts'
import { isBlank, type ListState } from '../../model/list-state.ts'
import { ListStates, StaleRows, type NextSteps } from '../rows/ListStates.tsx'
import { pagingOf } from '../state/paging.ts'
import { RowCard, type CardLook } from './RowCard.tsx'
import { SelectPage } from '../rows/SelectCell.tsx'
import type { ListRows } from '../state/use-list-rows.ts'
import type { ChangeList } from '../state/use-list-state.ts'

interface Props extends CardLook {
  readonly model: ListModel
  readonly data: ListRows
  readonly state: ListState
  readonly change: ChangeList
  readonly steps: NextSteps
}
interface Placed {
  readonly row: WireRow
  readonly depth: number
}
const noRows: readonly WireRow[] = []

/** The visible nodes of a tree, each with its depth. */
function openNodes(entity: AnyEntity, rows: readonly WireRow[], open: ReadonlySet<string>, depth = 0): Placed[] {
  return rows.flatMap((row) => [
    { row, depth },
    ...(open.has(idOf(entity, row)) ? openNodes(entity, childrenOf(row), open, depth + 1) : []),
  ])
}

/** The number of rows, and one tick box for the whole page. */
function PageHead({ entity, selection, single, data, rows }: Props & { readonly rows: readonly WireRow[] }) {
  const page = new Map(
    flatten(rows)
      .filter((row) => !isOnlyAbove(row))
      .map((row) => [idOf(entity, row), row]),
  )
  return (
    <Flex align="center" justify="space-between" className="engine-cards-head">
      {selection && !single ? (
        <span className="engine-card-tick">
          <SelectPage store={selection} rows={page} /> <span>全选本页</span>
        </span>
      ) : (
        <span />
      )}
      <span>{`${data.page?.more ? '超过' : '共'} ${data.page?.total ?? 0} 条`}</span>
    </Flex>
  )
}

/** The rows of a list on a telephone: one card each. */
export function EntityCards(props: Props) {
  const { entity, model, data, state, change, steps, columns, actions, run, selection, single, linked, expanded } = props
  const rows = data.page?.records ?? noRows
  const { isTree, levels } = data
  const [open, setOpen] = useExpanded(entity, rows, levels)
  const opened = useMemo(() => new Set(open), [open])
  const placed = isTree ? openNodes(entity, rows, opened) : rows.map((row) => ({ row, depth: 0 }))
  const told = useMemo(
    () => columns.filter(({ key }) => key === entity.label || isBlank(state.filters[key])),
    [columns, entity, state.filters],
  )
  const branchOf = (row: WireRow) => {
    const id = idOf(entity, row)
    if (!isTree || !Array.isArray(row.children)) return undefined
    return { isOpen: opened.has(id), toggle: () => setOpen(opened.has(id) ? open.filter((one) => one !== id) : [...open, id]) }
  }
  if (rows.length === 0)
    return <ListStates error={data.error} waitingFor={data.waitingFor} loading={data.loading} steps={steps} retry={data.reload} />
  return (
    <Spin spinning={data.loading}>
      {data.error && <StaleRows error={data.error} retry={data.reload} />}
      <PageHead {...props} rows={rows} />
      <Flex vertical gap={8} role="list" className="engine-cards">
        {placed.map(({ row, depth }) => (
          <RowCard
            key={idOf(entity, row)}
            {...{ entity, columns: told, actions, run, selection, single, linked, expanded, row, depth }}
            branch={branchOf(row)}
          />
        ))}
      </Flex>
      {data.isPaged && (
        <Pagination
          {...pagingOf({ data, state, model, change })}
          showTotal={undefined}
          showSizeChanger={false}
          simple
          align="center"
          className="engine-cards-pages"
        />
      )}
    </Spin>
  )
}
