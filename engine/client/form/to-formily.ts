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

function toGroup(model: FormModel, keys: readonly string[], title: string): ISchema | undefined {
  const nodes = keys.flatMap((key): [string, ISchema][] => {
    const field = model.fields[key]
    return field && presenceOf(model, key, field) !== 'none' ? [[key, toNode(model, key, field)]] : []
  })
  if (nodes.length === 0) return undefined
  const props = { title, columns: model.columns }
  return { type: 'void', 'x-component': 'FieldGroup', 'x-component-props': props, properties: Object.fromEntries(nodes) }
}

/** Tabs whose fields all exist from the start, so that a sentence finds its field in a tab that was never opened. */
function toTabs(tabs: readonly (readonly [string, NonNullable<ISchema['properties']>])[]): ISchema {
  const panes = tabs.map(([tab, properties], index): [string, ISchema] => [
    `tab${index}`,
    { type: 'void', 'x-component': 'TabPane', 'x-component-props': { tab, forceRender: true }, properties },
  ])
  return { type: 'void', 'x-component': 'FormTabs', properties: Object.fromEntries(panes) }
}

/**
 * Formily's form, made from ours each time and never stored. Only names and labels of the schema go in, never values of a row, because
 * Formily evaluates texts with braces.
 */
export function toFormily(model: FormModel): ISchema {
  const { groups, tabs = {} } = model
  const titles = Object.keys(groups)
  const nodesOf = (names: readonly string[], tab?: string): Record<string, ISchema> =>
    Object.fromEntries(
      names.flatMap((title) => {
        const group = toGroup(model, groups[title] ?? [], title === tab ? '' : title)
        return group ? [[`group${titles.indexOf(title)}`, group]] : []
      }),
    )
  const inTabs = new Set(Object.values(tabs).flat())
  const shown = Object.entries(tabs).flatMap(([tab, names]): [string, Record<string, ISchema>][] => {
    const nodes = nodesOf(names, tab)
    return Object.keys(nodes).length > 0 ? [[tab, nodes]] : []
  })
  const properties = nodesOf(titles.filter((title) => !inTabs.has(title)))
  return { type: 'object', properties: { ...properties, ...(shown.length > 0 && { tabs: toTabs(shown) }) } }
}
