import { isField, type Form } from '@formily/core'
import { settledChoices } from '../../schema/takes.ts'
import type { WireRow } from '../../schema/index.ts'
import { keysOf, type FormModel } from './form-model.ts'
import { checkFormRow } from './form-row.ts'

type Problems = Readonly<Record<string, string>>

const fieldOf = (form: Form, key: string) => {
  const field = form.query(key).take()
  return isField(field) ? field : undefined
}

/** Put each sentence under its field and clear the others; returns the sentences that belong to no field of the form. */
export function showProblems(form: Form, model: FormModel, problems: Problems): string[] {
  const keys = new Set(keysOf(model, 'open'))
  for (const key of keys) {
    const field = fieldOf(form, key)
    if (field) field.selfErrors = problems[key] ? [problems[key]] : []
  }
  return Object.entries(problems).flatMap(([key, sentence]) => (keys.has(key) ? [] : [sentence]))
}

/** Values as plain data, without Formily's observers. */
export const valuesOf = (form: Form): WireRow => ({ ...form.values })

function isChildOf(model: FormModel, key: string, parent: string): boolean {
  const field = model.fields[key]
  return field !== undefined && 'dependsOn' in field && field.dependsOn !== undefined && parent in field.dependsOn
}

function clearChildren(form: Form, model: FormModel, parent: string): void {
  for (const key of keysOf(model, 'open')) {
    if (key === parent || !isChildOf(model, key, parent) || !form.getValuesIn(key)) continue
    form.setValuesIn(key, null)
    clearChildren(form, model, key)
  }
}

/** Write what a chosen value brings for other fields (`form.fills`). */
export function fillByChoice(form: Form, { fills }: FormModel, { key, value }: { readonly key: string; readonly value: unknown }): void {
  const filled = fills?.[key]?.[String(value)]
  if (filled) form.setValues({ ...filled })
}

/** Choices of a new row that it no longer takes become what they would start with. */
function settleChoices(form: Form, model: FormModel): void {
  if (model.mode !== 'add') return
  const values = valuesOf(form)
  for (const [key, value] of Object.entries(settledChoices(model.fields, values))) if (value !== values[key]) form.setValuesIn(key, value)
}

/** After a value has changed: clear the choices that it narrows or excludes, and the sentences that no longer apply. */
export function followInput(form: Form, model: FormModel, key: string): void {
  clearChildren(form, model, key)
  settleChoices(form, model)
  const wrong = keysOf(model, 'open').filter((name) => (fieldOf(form, name)?.selfErrors.length ?? 0) > 0)
  if (wrong.length === 0) return
  const { problems } = checkFormRow(model, valuesOf(form))
  for (const name of wrong) {
    const field = fieldOf(form, name)
    const problem = problems[name]
    if (field) field.selfErrors = problem ? [problem] : []
  }
}

/** When the user leaves a field: edited fields show what is wrong with them. */
export function followBlur(form: Form, model: FormModel): void {
  const { problems } = checkFormRow(model, valuesOf(form))
  for (const key of keysOf(model, 'open')) {
    const field = fieldOf(form, key)
    const problem = problems[key]
    if (field?.selfModified && problem) field.selfErrors = [problem]
  }
}

/** Is a file still being uploaded? */
export const isBusy = (form: Form, model: FormModel): boolean => keysOf(model, 'open').some((key) => fieldOf(form, key)?.loading)
