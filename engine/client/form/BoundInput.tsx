import { PreviewText } from '@formily/antd-v5/esm/preview-text/index.js'
import type { Field } from '@formily/core'
import { observer, useField } from '@formily/react'
import { useCallback } from 'react'
import { clientField } from '../../fields/client.ts'
import { inputOf } from '../../fields/inputs.ts'
import { isReference } from '../../fields/structure.ts'
import { takesRule } from '../../schema/takes.ts'
import { ChooseButton } from './ChooseButton.tsx'
import { fillByChoice, followBlur, followInput } from './form-problems.ts'
import { isSame } from '../changes/is-same.ts'
import { presenceOf, useFormModel, type FormModel } from './form-model.ts'
import { narrowingOf } from '../narrowing.ts'
import { useCurrentUser } from '../../browser/current-user.ts'
import { inputId } from './input-id.ts'
import { useTaken } from './use-taken.ts'

function textOf(model: FormModel, key: string, value: unknown): string | undefined {
  const text = model.row[`${key}_dictText`]
  return typeof text === 'string' && text !== '' && isSame(value, model.row[key]) ? text : undefined
}

/** The field type's input, or its cell if the field cannot be edited, bound to Formily's field. */
export const BoundInput = observer(function BoundInput() {
  const field = useField<Field>()
  const model = useFormModel()
  const { derivations } = useCurrentUser()
  const { form } = field
  const key = String(field.props.name)
  const onChange = useCallback(
    (value: unknown) => {
      void field.onInput(value)
      fillByChoice(form, model, { key, value })
      followInput(form, model, key)
    },
    [field, form, model, key],
  )
  const onPreselect = useCallback((value: unknown) => form.setValuesIn(key, value), [form, key])
  const onBlur = useCallback(() => followBlur(form, model), [form, model])
  const onBusy = useCallback((isBusy: boolean) => field.setLoading(isBusy), [field])
  const definition = model.fields[key]
  useTaken(field, key, definition)
  if (!definition) return null
  const follows = definition.derive === undefined ? undefined : derivations[definition.derive]
  const value: unknown = follows ? follows({ ...model.row, ...form.values }) : field.value
  const text = textOf(model, key, value)
  const presence = presenceOf(model, key, definition)
  if (presence === 'text') {
    const { Cell, Whole = Cell } = clientField(definition)
    return <PreviewText value={isSame(value, '') ? '' : <Whole field={definition} value={value} text={text} row={model.row} />} />
  }
  const { Input } = inputOf(definition)
  const narrowing = narrowingOf(definition, form.values)
  const taken = takesRule(definition, key, { values: form.values, stored: model.mode === 'add' ? undefined : model.row })?.values
  const isOnlyChoice = taken?.length === 1 && isSame(value, taken[0])
  const disabled = presence === 'fixed' || isOnlyChoice
  const input = (
    <Input
      id={inputId(field)}
      field={definition}
      value={value}
      text={text}
      narrowing={narrowing}
      taken={taken}
      disabled={disabled}
      fresh={model.mode === 'add'}
      problem={field.selfErrors[0]}
      onChange={onChange}
      onPreselect={onPreselect}
      onBlur={onBlur}
      onBusy={onBusy}
    />
  )
  if (!isReference(definition) || !definition.chooseIn) return input
  const chosen = { field: definition, spec: definition.chooseIn, value, narrowing, disabled, onChange }
  return <ChooseButton {...chosen}>{input}</ChooseButton>
})
