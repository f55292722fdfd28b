import { FormLayout } from '@formily/antd-v5/esm/form-layout/index.js'
import { FormStep } from '@formily/antd-v5/esm/form-step/index.js'
import type { Form } from '@formily/core'
import { createSchemaField, FormProvider, observer, type ISchema } from '@formily/react'
import { Button, Space } from 'antd'
import { useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { Fields, WireRow } from '../../schema/index.ts'
import { BoundInput } from './BoundInput.tsx'
import { startForm } from './EntityForm.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { FieldItem } from './FieldItem.tsx'
import { focusField } from './focus-field.ts'
import { FormModelProvider, paramsForm, type FormModel } from './form-model.ts'
import { showProblems, valuesOf } from './form-problems.ts'
import { checkFormRow, filledIn } from './form-row.ts'
import { toFormily } from './to-formily.ts'

/** One step: what it asks, and what happens with the answers. */
export interface FormStepSpec {
  readonly title: string
  readonly fields: Fields
  readonly saveText: string
  /** What stands beside inputs, by field. */
  readonly beside?: FormModel['beside']
  /** Called with the values of all steps so far. Sentences by field if something was refused; undefined leads to the next step. */
  submit(values: WireRow): Promise<Readonly<Record<string, string>> | undefined>
}

interface Props {
  readonly steps: readonly FormStepSpec[]
  /** The last step, which asks nothing: its title and what it shows. Without one the form is done with its last question. */
  readonly end?: { readonly title: string; readonly content: ReactNode }
  readonly initial?: WireRow
  /** Whether the cursor goes to the first field by itself, as on a page that is nothing but the form. */
  readonly focusFirst?: boolean
}

const SchemaField = createSchemaField({ components: { BoundInput, FieldGroup, FieldItem, FormStep, StepPane: FormStep.StepPane } })

type Progress = ReturnType<typeof FormStep.createFormStep>

/** Formily's form: the fields of each step in a pane of its own. A single step needs no panes. */
function schemaOf(models: readonly FormModel[], titles: readonly string[], progress: Progress): ISchema {
  const [only] = models
  if (only && titles.length === 1) return toFormily(only)
  const panes = titles.map((title, index): [string, ISchema] => {
    const model = models[index]
    const properties = model && toFormily(model).properties
    return [`step${index}`, { type: 'void', 'x-component': 'StepPane', 'x-component-props': { title }, ...(properties && { properties }) }]
  })
  const props = { formStep: progress, size: 'small', responsive: false, labelPlacement: 'vertical', className: 'form-steps' }
  const steps: ISchema = {
    type: 'void',
    'x-component': 'FormStep',
    'x-component-props': props,
    properties: Object.fromEntries(panes),
  }
  return { type: 'object', properties: { steps } }
}

/** Check one step and submit it, once at a time. */
function useStepSubmit(form: Form, progress: Progress, boxOf: () => HTMLElement | null) {
  const [isSaving, setSaving] = useState(false)
  const running = useRef(false)
  const tell = (model: FormModel, problems: Readonly<Record<string, string>>) => {
    showProblems(form, model, problems)
    const [first] = Object.keys(problems)
    if (first) focusField(boxOf(), first)
  }
  const submit = async (step: FormStepSpec, model: FormModel) => {
    if (running.current) return
    const checked = checkFormRow(model, valuesOf(form))
    if (Object.keys(checked.problems).length > 0) return tell(model, checked.problems)
    running.current = true
    setSaving(true)
    try {
      const refused = await step.submit({ ...valuesOf(form), ...filledIn(model, valuesOf(form), checked) })
      if (refused) tell(model, refused)
      else progress.setCurrent(progress.current + 1)
    } finally {
      running.current = false
      setSaving(false)
    }
  }
  return { isSaving, submit }
}

/** A form on a page of its own, answered step by step; Enter submits a step. Each step is checked as the server will check it. */
export const StepsForm = observer(function StepsForm({ steps, end, initial = {}, focusFirst = true }: Props) {
  const box = useRef<HTMLFormElement>(null)
  const [progress] = useState(() => FormStep.createFormStep())
  const models = steps.map(({ fields, beside }): FormModel => ({ ...paramsForm(fields, initial), columns: 1, ...(beside && { beside }) }))
  const [form] = useState(() => startForm({ ...paramsForm({}, initial), row: Object.assign({}, ...models.map(({ row }) => row)) }))
  const titles = [...steps.map(({ title }) => title), ...(end ? [end.title] : [])]
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- Formily builds its fields from the first schema; models change only in what stands beside them
  const schema = useMemo(() => schemaOf(models, titles, progress), [progress])
  const { current } = progress
  const [step, model] = [steps[current], models[current]]
  const { isSaving, submit } = useStepSubmit(form, progress, () => box.current)
  const isAsking = step !== undefined
  useEffect(() => {
    if (isAsking && (focusFirst || current > 0)) focusField(box.current)
  }, [current, isAsking, focusFirst])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (step && model) void submit(step, model)
  }
  return (
    <FormModelProvider value={model ?? paramsForm({}, {})}>
      <FormLayout layout="vertical" colon={false} shallow={false}>
        <FormProvider form={form}>
          <form ref={box} noValidate autoComplete="off" onSubmit={handleSubmit}>
            <SchemaField schema={schema} />
            {step ? (
              <Space direction="vertical" style={{ width: '100%', marginTop: 8 }}>
                <Button block size="large" type="primary" htmlType="submit" loading={isSaving} disabled={isSaving}>
                  {step.saveText}
                </Button>
                {current > 0 && (
                  <Button block disabled={isSaving} onClick={() => progress.setCurrent(current - 1)}>
                    上一步
                  </Button>
                )}
              </Space>
            ) : (
              end?.content
            )}
          </form>
        </FormProvider>
      </FormLayout>
    </FormModelProvider>
  )
})
