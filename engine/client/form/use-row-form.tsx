import { useRef, useState } from 'react'
import { ConflictDialog } from '../changes/ConflictDialog.tsx'
import type { EditConflict } from '../changes/conflict.ts'
import { rebase } from './rebase.ts'
import { focusField } from './focus-field.ts'
import { valuesOf } from './form-problems.ts'
import { changedLabels } from './form-row.ts'
import { useSend, type FormTarget } from './use-send.ts'
import { useStartedForm, type FormSource } from './use-started-form.ts'
import { useSubmit } from './use-submit.ts'

/** The form of one row from its start to its save, wherever it stands: `box` is for the element around its fields. */
export function useRowForm({ entity, mode, row, initial, ...target }: FormSource & FormTarget) {
  const [started, setStarted] = useStartedForm({ entity, mode, row, initial })
  const [conflict, setConflict] = useState<EditConflict>()
  const box = useRef<HTMLDivElement>(null)
  const { isSaving, submit } = useSubmit(
    useSend({ entity, ...target }, setConflict),
    (key) => focusField(box.current, key),
    entity.form?.closesOnRefusal && target.onClose,
  )
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
  const conflictDialog = started && conflict && (
    <ConflictDialog
      conflict={conflict}
      fields={entity.fields}
      row={started.model.row}
      onChoose={resolve}
      onCancel={() => setConflict(undefined)}
    />
  )
  return {
    started,
    box,
    isSaving,
    save,
    conflictDialog,
    isDirty: () => started?.form.modified === true,
    changes: () => (started ? changedLabels(started.model, valuesOf(started.form)) : []),
  }
}
