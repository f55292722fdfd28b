import { Button, Flex, Skeleton } from 'antd'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { singleClick } from '../parts/single-click.ts'
import { EntityForm } from './EntityForm.tsx'
import { unsavedChanges, useUnsaved } from '../changes/unsaved.ts'
import { useRowForm } from './use-row-form.tsx'

interface Props {
  readonly entity: AnyEntity
  readonly row: WireRow
  /** Called after a save, and to begin again with the stored row. */
  restart(): void
  onSaved(): void
}

/** The form of a stored row as a part of a page, with its own buttons. Give it a key that changes with the row. */
export function RowForm({ entity, row, restart, onSaved }: Props) {
  const of = useRowForm({ entity, mode: 'edit', row, onSaved, onClose: restart })
  const { started, box, isSaving, save, conflictDialog } = of
  useUnsaved({ isDirty: of.isDirty, what: () => unsavedChanges(`编辑${entity.title}`, of.changes()), close: restart })
  if (!started) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <div ref={box}>
      <EntityForm {...started} quiet onSubmit={save} />
      <Flex justify="end" gap={8}>
        <Button disabled={isSaving} onClick={singleClick(restart)}>
          重置
        </Button>
        <Button type="primary" loading={isSaving} onClick={save}>
          保存
        </Button>
      </Flex>
      {conflictDialog}
    </div>
  )
}
