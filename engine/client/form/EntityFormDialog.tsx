import { Skeleton } from 'antd'
import { EntityForm } from './EntityForm.tsx'
import { FormFrame } from './FormFrame.tsx'
import type { FormTarget } from './use-send.ts'
import type { FormSource } from './use-started-form.ts'
import { useRowForm } from './use-row-form.tsx'

interface Props extends FormSource, FormTarget {
  readonly open: boolean
  readonly title?: string
}

const verbs = { add: '新增', edit: '编辑', view: '查看' } as const

function OpenDialog(props: Props) {
  const { entity, mode, title, onClose } = props
  const { started, box, isSaving, save, conflictDialog, isDirty, changes } = useRowForm(props)
  return (
    <FormFrame
      title={title ?? `${verbs[mode]}${entity.title}`}
      opensIn={entity.form?.opensIn ?? 'modal'}
      width={entity.form?.width}
      isSaving={isSaving}
      isLoading={!started}
      isDirty={isDirty}
      changes={changes}
      onSave={mode === 'view' ? undefined : save}
      onClose={onClose}
    >
      <div ref={box}>{started ? <EntityForm {...started} onSubmit={save} /> : <Skeleton active paragraph={{ rows: 6 }} />}</div>
      {conflictDialog}
    </FormFrame>
  )
}

/** Add, edit or view one row in the window that its schema asks for. */
export function EntityFormDialog(props: Props) {
  return props.open ? <OpenDialog {...props} /> : null
}
