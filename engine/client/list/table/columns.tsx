import type { TableColumnType } from 'antd'
import { clientField } from '../../../fields/client.ts'
import { isVia } from '../../../fields/structure.ts'
import type { AnyEntity, WireRow } from '../../../schema/index.ts'
import { RecordLink, type OpenRecord } from '../rows/RecordLink.tsx'
import { CellView } from '../rows/CellView.tsx'
import type { FittedColumn } from './fit-columns.ts'
import { idOf, type ListColumn, type Sort } from '../../model/list-model.ts'
import { EditableCell } from '../row-edit/EditableCell.tsx'
import { EditActions } from '../row-edit/EditActions.tsx'
import { columnOf, type RowEdit } from '../row-edit/row-edit.ts'
import { RowActions, type RunRowAction } from '../rows/RowActions.tsx'
import type { RowAction } from '../rows/row-actions.ts'

interface Look {
  readonly sort: Sort
  readonly sortable: boolean
  /** The entity whose row names link to their own pages. */
  readonly linked?: { readonly entity: AnyEntity; readonly open: OpenRecord }
  /** For lists whose rows are edited in place. */
  readonly edit?: RowEdit
  onResize(key: string, width: number): void
}

/** The column that carries a row's name: its label, or a field read through the label, such as the number of the student. */
export function nameColumn({ fields, label }: AnyEntity, columns: readonly Pick<ListColumn, 'key'>[]): string | undefined {
  const isLabel = ({ key }: Pick<ListColumn, 'key'>) => key === label
  const isThrough = ({ key }: Pick<ListColumn, 'key'>) => {
    const field = fields[key]
    return isVia(field) && field.by === label
  }
  return (columns.find(isLabel) ?? columns.find(isThrough) ?? columns[0])?.key
}

/** Data columns; a cell is rendered again only when its row changes. */
export function dataColumns(columns: readonly FittedColumn[], look: Look): TableColumnType<WireRow>[] {
  const { linked, edit } = look
  const name = linked && nameColumn(linked.entity, columns)
  return columns.map((column) => {
    const { key, field, width } = column
    const { align, cut = false, sortable = true } = clientField(field)
    const digits = clientField(field).tellsState?.(field) ? undefined : align
    const sorted = look.sort.by === key
    const editable = edit?.spec.columns.find((one) => columnOf(one) === key)
    return {
      key,
      dataIndex: key,
      title: field.label,
      width,
      fixed: column.fixed,
      align: digits,
      ellipsis: cut,
      className: digits && 'engine-number',
      sorter: look.sortable && sortable,
      sortOrder: sorted ? (look.sort.order === 'asc' ? 'ascend' : 'descend') : null,
      showSorterTooltip: false,
      shouldCellUpdate: (next, previous) => next !== previous,
      onHeaderCell: () => ({ width, onResize: (to: number) => look.onResize(key, to) }),
      render: (_, row) => {
        const plain = <CellView column={key} field={field} row={row} ellipsis={column.ellipsis} />
        const cell =
          edit && editable ? (
            <EditableCell edit={edit} one={editable} row={row}>
              {plain}
            </EditableCell>
          ) : (
            plain
          )
        return linked && key === name ? (
          <RecordLink entity={linked.entity.name} id={idOf(linked.entity, row)} open={linked.open}>
            {cell}
          </RecordLink>
        ) : (
          cell
        )
      },
    }
  })
}

export const numberWidth = 60

/** The places of the rows among those of all pages. */
export const numberColumn = (page: number, size: number): TableColumnType<WireRow> => ({
  key: '_number',
  width: numberWidth,
  title: '序号',
  align: 'center',
  render: (_, __, index) => (page - 1) * size + index + 1,
})

interface ActionLook {
  readonly width: number
  readonly most: number
  readonly edit?: RowEdit
}

/** The fixed column of actions. */
export function actionColumn(
  actions: readonly RowAction[],
  run: RunRowAction,
  { width, most, edit }: ActionLook,
): TableColumnType<WireRow> {
  return {
    key: '_actions',
    title: '操作',
    fixed: 'right',
    width,
    render: (_, row) => {
      const props = { actions, row, run, most }
      return edit ? <EditActions edit={edit} {...props} /> : <RowActions {...props} />
    },
    shouldCellUpdate: (next, previous) => next !== previous,
  }
}
