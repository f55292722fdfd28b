import { App, Skeleton } from 'antd'
import type { Form } from '@formily/core'
import { useEffect, useRef, useState } from 'react'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { api, send as request } from '../../browser/api.ts'
import { keyOf } from '../row-key.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { conflictOf, rebase, type EditConflict } from './conflict.ts'
import { EntityForm, startForm } from './EntityForm.tsx'
import { focusField } from './focus-field.ts'
import { entityForm, type FormMode, type FormModel } from './form-model.ts'
import { valuesOf } from './form-problems.ts'
import { changedLabels, changesOf, editBody, filledIn } from './form-row.ts'
import { FormFrame } from './FormFrame.tsx'
import { useSubmit, type Send } from './use-submit.ts'

interface Props {
  readonly entity: AnyEntity
  readonly mode: FormMode
  /** The row to edit; the form shows the server's current version of it. */
  readonly row?: WireRow
  /** Initial values of a new row, such as the page's filters. */
  readonly initial?: WireRow
  readonly open: boolean
  readonly title?: string
  onClose(): void
  onSaved(row: WireRow): void
  /** Sends the values somewhere else instead of to add or edit. */
  readonly submit?: (values: WireRow) => Promise<WireRow>
}

const verbs = { add: '新增', edit: '编辑' } as const

interface Started {
  readonly form: Form
  readonly model: FormModel
}

/** The form, once its row is loaded. If the row cannot be read again, the list's version is used. */
function useStarted({ entity, mode, row, initial }: Props) {
  const [started, setStarted] = useState<Started>()
  useEffect(() => {
    let mounted = true
    const begin = (from: WireRow) => {
      if (!mounted) return
      const model = entityForm(entity, mode, from)
      setStarted({ model, form: startForm(model) })
    }
    if (mode === 'add' || !row) begin({ ...initial, ...row })
    else {
      const id = row[keyOf(entity)] ?? row['id']
      api.get<WireRow>(`${entity.endpoints.base}/queryById`, { id }).then(
        (fresh) => begin({ ...row, ...fresh }),
        () => begin(row),
      )
    }
    return () => {
      mounted = false
    }
    // The dialog is mounted anew each time it opens, so its initial values never change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return [started, setStarted] as const
}

/** Sends a save with the right call, and shows the success message. */
function useSend(props: Props, onConflict: (conflict: EditConflict) => void): Send {
  const { message } = App.useApp()
  const { entity, onSaved, onClose, submit } = props
  const { base } = entity.endpoints
  const done = (row: WireRow, words: string) => {
    if (words) void message.success(words)
    onSaved(row)
    onClose()
  }
  return async (values, checked, model) => {
    if (submit) return done(await submit(filledIn(model, values, checked)), '')
    if (model.mode === 'add') {
      const answer = await request<WireRow>({ method: 'POST', url: `${base}/add`, data: filledIn(model, values, checked) })
      return done(answer.result, entity.messages?.add ?? answer.message)
    }
    const changes = changesOf(model, values, checked)
    if (Object.keys(changes).length === 0) {
      void message.info('没有修改')
      return onClose()
    }
    try {
      const answer = await request<WireRow>({ method: 'PUT', url: `${base}/edit`, data: editBody(model, keyOf(entity), changes) })
      done(answer.result, entity.messages?.edit ?? answer.message)
    } catch (error) {
      const conflict = conflictOf(error)
      if (!conflict) throw error
      onConflict(conflict)
    }
  }
}

function OpenDialog(props: Props) {
  const { entity, mode, title, onClose } = props
  const [started, setStarted] = useStarted(props)
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
      onSave={save}
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
