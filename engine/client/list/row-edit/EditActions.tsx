import { Button, Space } from 'antd'
import { useSyncExternalStore } from 'react'
import type { WireRow } from '../../../schema/index.ts'
import { idOf } from '../../model/list-model.ts'
import { RowActions, type RunRowAction } from '../rows/RowActions.tsx'
import type { RowAction } from '../rows/row-actions.ts'
import { useEditOf } from './EditableCell.tsx'
import type { RowEdit } from './row-edit.ts'

interface Props {
  readonly edit: RowEdit
  readonly actions: readonly RowAction[]
  readonly row: WireRow
  readonly run: RunRowAction
  readonly most: number
}

/** The buttons of a row. While it is edited they are 保存 and 取消, and no other row can be edited. */
export function EditActions({ edit, ...props }: Props) {
  const { row, actions } = props
  const id = idOf(edit.entity, row)
  const open = useEditOf(edit, id)
  const isElsewhere = useSyncExternalStore(edit.store.listen, () => {
    const now = edit.store.current()
    return now !== undefined && now.id !== id
  })
  if (open)
    return (
      <Space size={12}>
        <Button type="link" size="small" style={{ paddingInline: 0 }} loading={open.isSaving} onClick={edit.save}>
          保存
        </Button>
        <Button type="link" size="small" style={{ paddingInline: 0 }} disabled={open.isSaving} onClick={edit.cancel}>
          取消
        </Button>
      </Space>
    )
  const shown = isElsewhere
    ? actions.map((one) => (one.act.does === 'edit' ? { ...one, blocked: '请先保存或取消正在编辑的行' } : one))
    : actions
  return <RowActions {...props} actions={shown} />
}
