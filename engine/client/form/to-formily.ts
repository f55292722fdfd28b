import type { ISchema } from '@formily/react'
import type { GeneralField } from '@formily/core'
import { clientField } from '../../fields/client.ts'
import { holds, type AnyCondition, type FieldDef } from '../../schema/index.ts'
import { presenceOf, type FormModel } from './form-model.ts'

/** Hide the field while its condition fails. Its value is kept until the form is sent, so showing it again brings it back. */
const showWhile =
  (condition: AnyCondition) =>
  (field: GeneralField): void =>
    field.setDisplay(holds(condition, field.form.values) ? 'visible' : 'hidden')

const mustBeGiven = (model: FormModel, key: string, field: FieldDef): boolean =>
  presenceOf(model, key, field) === 'open' && field.required !== undefined && !(field.requiredOn === 'add' && model.mode === 'edit')

function toNode(model: FormModel, key: string, field: FieldDef): ISchema {
  const condition = model.form?.showWhen?.[key]
  return {
    type: 'string',
    title: field.label,
    description: field.help,
    'x-decorator': 'FieldItem',
    'x-decorator-props': { asterisk: mustBeGiven(model, key, field), gridSpan: clientField(field).wholeRow ? model.columns : 1 },
    'x-component': 'BoundInput',
    ...(condition && { 'x-reactions': showWhile(condition) }),
  }
}

/**
 * Formily's form, made from ours each time and never stored. Only names and labels of the schema go in, never values of a row, because
 * Formily evaluates texts with braces.
 */
export function toFormily(model: FormModel): ISchema {
  const groups = Object.entries(model.groups).map(([title, keys], index): [string, ISchema] => {
    const nodes = keys.flatMap((key): [string, ISchema][] => {
      const field = model.fields[key]
      return field && presenceOf(model, key, field) !== 'none' ? [[key, toNode(model, key, field)]] : []
    })
    const props = { title, columns: model.columns }
    return [
      `group${index}`,
      { type: 'void', 'x-component': 'FieldGroup', 'x-component-props': props, properties: Object.fromEntries(nodes) },
    ]
  })
  return { type: 'object', properties: Object.fromEntries(groups.filter(([, group]) => Object.keys(group.properties ?? {}).length > 0)) }
}
