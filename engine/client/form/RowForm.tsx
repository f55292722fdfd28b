import { Button, Flex, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { singleClick } from '../parts/single-click.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { rebase, type EditConflict } from './conflict.ts'
import { EntityForm } from './EntityForm.tsx'
import { focusField } from './focus-field.ts'
import { valuesOf } from './form-problems.ts'
import { changedLabels } from './form-row.ts'
import { unsavedChanges, useUnsaved } from './unsaved.ts'
import { useSend } from './use-send.ts'
import { useStartedForm } from './use-started-form.ts'
import { useSubmit } from './use-submit.ts'

interface Props {
  readonly entity: AnyEntity
  readonly row: WireRow
  /** Called after a save, and to begin again with the stored row. */
  restart(): void
  onSaved(): void
}

/** The form of a stored row as a part of a page, with its own buttons. Give it a key that changes with the row. */
export function RowForm({ entity, row, restart, onSaved }: Props) {
  const [started, setStarted] = useStartedForm({ entity, mode: 'edit', row })
  const [conflict, setConflict] = useState<EditConflict>()
  const box = useRef<HTMLDivElement>(null)
  const send = useSend({ entity, onSaved, onClose: restart }, setConflict)
  const { isSaving, submit } = useSubmit(send, (key) => focusField(box.current, key))
  const what = () => unsavedChanges(`编辑${entity.title}`, started ? changedLabels(started.model, valuesOf(started.form)) : [])
  useUnsaved({ isDirty: () => started?.form.modified === true, what, close: restart })
  const save = () => {
    if (started) void submit(started.form, started.model)
  }
  const resolve = (theirs: readonly string[]) => {
    if (!started || !conflict) return
    const model = rebase(started.model, conflict)
    for (const key of theirs) started.form.setValuesIn(key, model.row[key])
    setStarted({ form: started.form, model })
    setConflict(undefined)
    void submit(started.form, model)
  }
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
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          fields={entity.fields}
          row={started.model.row}
          onChoose={resolve}
          onCancel={() => setConflict(undefined)}
        />
      )}
    </div>
  )
}
