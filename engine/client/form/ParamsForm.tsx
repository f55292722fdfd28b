import { Alert } from 'antd'
import { useRef, useState } from 'react'
import type { Fields, WireRow } from '../../schema/index.ts'
import type { Tried } from '../calls.ts'
import { EntityForm, startForm } from './EntityForm.tsx'
import { focusField } from './focus-field.ts'
import { paramsForm } from './form-model.ts'
import { valuesOf } from './form-problems.ts'
import { changedLabels, filledIn } from './form-row.ts'
import { FormFrame } from './FormFrame.tsx'
import { useSubmit } from './use-submit.ts'
import { createWriteKey } from './write-key.ts'

interface Props {
  readonly title: string
  readonly fields: Fields
  readonly initial?: WireRow
  readonly saveText?: string
  /** A modal by default. */
  readonly opensIn?: 'drawer' | undefined
  /** What the user must know before the call is made; submitting the form agrees to it. */
  readonly question?: string
  /** What is tried loses nothing when the form is closed. */
  readonly isTrial?: boolean
  /**
   * Makes the call, under a key that stays the same for the same values until the server has answered. On success the form closes, unless an answer
   * is to be read; on a refusal it stays open with its values.
   */
  submit(values: WireRow, key: string): Promise<Tried | void>
  onClose(): void
}

/** Asks for the params of a call, with the same fields and sentences as any form. */
export function ParamsForm({ title, fields, initial, saveText, opensIn, question, isTrial = false, submit: call, onClose }: Props) {
  const [model] = useState(() => paramsForm(fields, initial ?? {}))
  const [form] = useState(() => startForm(model))
  const [tried, setTried] = useState<Tried | undefined>()
  const box = useRef<HTMLDivElement>(null)
  const [writeKey] = useState(createWriteKey)
  const { isSaving, submit } = useSubmit(
    async (values, checked) => {
      setTried(undefined)
      const sent = filledIn(model, values, checked)
      const answer = await writeKey.send(sent, (key) => call(sent, key))
      if (answer) setTried(answer)
      else onClose()
    },
    (key) => focusField(box.current, key),
  )
  const save = () => void submit(form, model)
  return (
    <FormFrame
      title={title}
      opensIn={opensIn ?? 'modal'}
      isSaving={isSaving}
      saveText={saveText ?? '确定'}
      isDirty={() => !isTrial && form.modified}
      changes={() => changedLabels(model, valuesOf(form))}
      onSave={save}
      onClose={onClose}
    >
      {question && <Alert type="warning" showIcon message={question} style={{ marginBottom: 16 }} />}
      <div ref={box}>
        <EntityForm form={form} model={model} onSubmit={save} />
      </div>
      <div role="status">{tried && <Alert type={tried.passed ? 'success' : 'warning'} showIcon message={tried.text} />}</div>
    </FormFrame>
  )
}
