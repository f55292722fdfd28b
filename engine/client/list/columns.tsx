import type { TableColumnType } from 'antd'
import type { AnyEntity, AnyField, FieldType, WireRow } from '../../schema/index.ts'
import { RecordLink } from '../record/RecordLink.tsx'
import { CellView } from './CellView.tsx'
import type { FittedColumn } from './fit-columns.ts'
import { idOf, type ListColumn, type Sort } from './list-model.ts'
import { RowActions, type RunRowAction } from './RowActions.tsx'
import type { RowAction } from './row-actions.ts'

const unsorted: ReadonlySet<FieldType> = new Set(['files', 'json', 'secret', 'multiReference', 'via'])
const cut: ReadonlySet<FieldType> = new Set(['text', 'longText', 'reference', 'treeReference', 'multiReference', 'via', 'json', 'email'])

const numeric: ReadonlySet<FieldType> = new Set(['number', 'decimal', 'count'])

const isNumber = (field: AnyField): boolean => numeric.has(field.type)

interface Look {
  readonly sort: Sort
  readonly sortable: boolean
  /** Whose rows are named by a link to their own pages. */
  readonly linked?: AnyEntity
  onResize(key: string, width: number): void
}

/** The column that carries a row's name. */
export const nameColumn = (entity: AnyEntity, columns: readonly ListColumn[]): string | undefined =>
  columns.some(({ key }) => key === entity.label) ? entity.label : columns[0]?.key

/** Data columns; a cell is painted again only when its row changes. */
export function dataColumns(columns: readonly FittedColumn[], look: Look): TableColumnType<WireRow>[] {
  const { linked } = look
  const name = linked && nameColumn(linked, columns)
  return columns.map((column) => {
    const { key, field, width } = column
    const sorted = look.sort.by === key
    return {
      key,
      dataIndex: key,
      title: field.label,
      width,
      fixed: column.fixed,
      align: isNumber(field) ? 'right' : undefined,
      ellipsis: cut.has(field.type),
      className: isNumber(field) ? 'engine-number' : undefined,
      sorter: look.sortable && !unsorted.has(field.type),
      sortOrder: sorted ? (look.sort.order === 'asc' ? 'ascend' : 'descend') : null,
      showSorterTooltip: false,
      shouldCellUpdate: (next, previous) => next !== previous,
      onHeaderCell: () => ({ width, onResize: (to: number) => look.onResize(key, to) }),
      render: (_, row) => {
        const cell = <CellView column={key} field={field} row={row} ellipsis={column.ellipsis} />
        return linked && key === name ? (
          <RecordLink entity={linked.name} id={idOf(linked, row)}>
            {cell}
          </RecordLink>
        ) : (
          cell
        )
      },
    }
  })
}

interface ActionLook {
  readonly width: number
  readonly most: number
}

/** The fixed column of actions. */
export function actionColumn(actions: readonly RowAction[], run: RunRowAction, { width, most }: ActionLook): TableColumnType<WireRow> {
  return {
    key: '_actions',
    title: '操作',
    fixed: 'right',
    width,
    render: (_, row) => <RowActions actions={actions} row={row} run={run} most={most} />,
    shouldCellUpdate: (next, previous) => next !== previous,
  }
}
