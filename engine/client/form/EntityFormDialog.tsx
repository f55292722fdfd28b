import { Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { ConflictDialog } from './ConflictDialog.tsx'
import { rebase, type EditConflict } from './conflict.ts'
import { EntityForm } from './EntityForm.tsx'
import { focusField } from './focus-field.ts'
import { valuesOf } from './form-problems.ts'
import { changedLabels } from './form-row.ts'
import { FormFrame } from './FormFrame.tsx'
import { useSend, type FormTarget } from './use-send.ts'
import { useStartedForm, type FormSource } from './use-started-form.ts'
import { useSubmit } from './use-submit.ts'

interface Props extends FormSource, FormTarget {
  readonly open: boolean
  readonly title?: string
}

const verbs = { add: '新增', edit: '编辑', view: '查看' } as const

function OpenDialog(props: Props) {
  const { entity, mode, title, onClose } = props
  const [started, setStarted] = useStartedForm(props)
  const [conflict, setConflict] = useState<EditConflict>()
  const box = useRef<HTMLDivElement>(null)
  const { isSaving, submit } = useSubmit(useSend(props, setConflict), (key) => focusField(box.current, key))
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
  return (
    <FormFrame
      title={title ?? `${verbs[mode]}${entity.title}`}
      opensIn={entity.form?.opensIn ?? 'modal'}
      width={entity.form?.width}
      isSaving={isSaving}
      isDirty={() => started?.form.modified === true}
      changes={() => (started ? changedLabels(started.model, valuesOf(started.form)) : [])}
      onSave={mode === 'view' ? undefined : save}
      onClose={onClose}
    >
      <div ref={box}>{started ? <EntityForm {...started} onSubmit={save} /> : <Skeleton active paragraph={{ rows: 6 }} />}</div>
      {started && conflict && (
        <ConflictDialog
          conflict={conflict}
          fields={entity.fields}
          row={started.model.row}
          onChoose={resolve}
          onCancel={() => setConflict(undefined)}
        />
      )}
    </FormFrame>
  )
}

/** Add, edit or view one row in the window that its schema asks for. */
export function EntityFormDialog(props: Props) {
  return props.open ? <OpenDialog {...props} /> : null
}
