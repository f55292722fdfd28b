import { choicesOf, matchesOf, sharedField } from '../../fields/shared.ts'
import { isLinked, isSecret } from '../../fields/structure.ts'
import { isComputed, isStored } from '../../fields/computed.ts'
import type { AnyCondition, AnyEntity, FieldDef } from '../index.ts'
import type { EditableColumn, FilterSpec, ListSpec } from '../list.ts'
import { isSystemField, systemFields } from '../system-fields.ts'
import { checkCondition } from './condition.ts'
import { checkFills, checkTries } from './form-ways.ts'
import { isWritable } from '../check-row.ts'
import { fieldOf, requireFit, requireKnown, requireDistinct, otherEntity, ownField, type Check } from './assertions.ts'

export const filterField = (filter: string | { readonly field: string }): string => (typeof filter === 'string' ? filter : filter.field)
export const filterKeys = (list: ListSpec<string>): string[] => (list.filters ?? []).map(filterField)

/** The named list of an entity; `list` is the standard one. */
export const namedList = (entity: AnyEntity, name: string): ListSpec<string> | undefined =>
  name === 'list' ? entity.list : entity.lists?.[name]

/** A field of this entity, or one of the fields that every row has; reports a problem if there is none. */
function listField(check: Check, path: string, key: string): FieldDef | undefined {
  const stamps = check.entity.source ? [] : Object.keys(systemFields)
  requireKnown(check, path, key, { words: [...Object.keys(check.entity.fields), ...stamps], what: 'field' })
  return stamps.includes(key) && isSystemField(key) ? systemFields[key] : fieldOf(check.entity, key)
}

function checkFilters(check: Check, path: string, list: ListSpec<string>): void {
  requireDistinct(check, path, filterKeys(list))
  for (const filter of list.filters ?? []) {
    const key = filterField(filter)
    const field = listField(check, path, key)
    if (!field) continue
    const match = typeof filter === 'string' ? undefined : filter.match
    const matches = matchesOf(field)
    if (!matches.length || field.transient) check.say(`${path}.${key}`, 'has no value to search, remove the filter')
    if (typeof filter !== 'string') checkFilterChoices(check, `${path}.${key}`, filter)
    if (typeof filter !== 'string' && filter.below) checkBelow(check, `${path}.${key}.below`, field)
    if (match === 'contains' && !matches.includes(match))
      check.say(`${path}.${key}`, `a ${field.type} cannot contain text, match it exactly`)
    if ((match ?? matches[0]) === 'contains' && !isSystemField(key)) requireMax(check, `${path}.${key}`, field)
    if (match === 'range' && !matches.includes(match)) check.say(`${path}.${key}`, `a ${field.type} has no range, match it exactly`)
  }
}

/** An index of texts holds no endless ones. */
export function requireMax(check: Check, path: string, field: FieldDef): void {
  const isEndless = sharedField(field).words !== undefined && !('max' in field && field.max !== undefined)
  if (!isEndless || field.readonly) return
  check.say(path, 'is searched by what it contains, so say how long it may be: max')
}

/** What is below a node is told by the codes of its tree. */
function checkBelow(check: Check, path: string, field: FieldDef): void {
  const tree = isLinked(field) ? otherEntity(check, path, field.to)?.tree : undefined
  if (tree?.code === undefined) check.say(path, 'is for a relation to a tree whose nodes have codes, remove it')
}

/** The rows that the call answers hold the value under the filter's own name. */
function checkFilterChoices(check: Check, path: string, { field, choices, choicesOf }: FilterSpec<string>): void {
  if (choices === undefined) {
    if (choicesOf !== undefined) check.say(`${path}.choicesOf`, 'says whose call answers the choices, so name the call in choices')
    return
  }
  const entity = choicesOf === undefined ? check.entity : otherEntity(check, `${path}.choicesOf`, choicesOf)
  if (!entity) return
  const calls = entity.calls ?? {}
  requireKnown(check, `${path}.choices`, choices, { words: Object.keys(calls), what: `call of ${entity.name}` })
  const call = calls[choices]
  if (call?.does === 'lookup' && !call.returns.includes(field)) check.say(`${path}.choices`, `${choices} does not return ${field}`)
}

/** The folder of the menu that a screen stands in. */
export function checkMenuGroup(check: Check, path: string, group: string | undefined): void {
  if (group !== undefined && check.names.menuGroup) requireKnown(check, path, group, { words: check.names.menuGroup, what: 'menu group' })
}

/** Tabs are made from the options of a field, and what one of them alone has is something that the list has. */
function checkTabsOf(check: Check, path: string, { tabs, unfolds = [], columns, filters = [] }: ListSpec<string>): void {
  requireDistinct(check, `${path}.unfolds`, unfolds)
  for (const key of unfolds)
    if (isSecret(ownField(check, `${path}.unfolds`, key))) check.say(`${path}.unfolds`, `${key} is secret and never read, remove it`)
  if (!tabs) return
  const field = ownField(check, `${path}.tabs.by`, tabs.by)
  if (field && !choicesOf(field)) check.say(`${path}.tabs.by`, `${tabs.by} has no options of its own, name a select`)
  const values = field && 'options' in field ? Object.keys(field.options) : []
  const words = [...columns, ...filters].map(filterField).concat(unfolds)
  for (const [value, keys] of Object.entries(tabs.only ?? {})) {
    requireKnown(check, `${path}.tabs.only`, value, { words: values, what: `option of ${tabs.by}` })
    for (const key of keys) requireKnown(check, `${path}.tabs.only.${value}`, key, { words, what: 'column, filter or unfolded field' })
  }
}

function checkList(check: Check, path: string, list: ListSpec<string>): void {
  const columns = list.columns.map(filterField)
  if (!columns.length) check.say(`${path}.columns`, 'a list without columns shows nothing, name some')
  requireDistinct(check, `${path}.columns`, columns)
  for (const key of columns) {
    const field = listField(check, `${path}.columns`, key)
    if (isSecret(field)) check.say(`${path}.columns`, `${key} is secret and never read, remove the column`)
  }
  for (const column of list.columns) {
    if (typeof column === 'string' || !column.texts) continue
    const field = fieldOf(check.entity, column.field)
    const words = field && 'options' in field ? Object.keys(field.options) : []
    for (const value of Object.keys(column.texts))
      requireKnown(check, `${path}.columns.${column.field}.texts`, value, { words, what: 'option' })
  }
  if (list.flat && !check.entity.tree) check.say(`${path}.flat`, 'its rows form no tree, remove it')
  checkFilters(check, `${path}.filters`, list)
  checkEditable(check, `${path}.editable`, list)
  if (check.entity.source && !list.sort) check.say(`${path}.sort`, 'its rows have no time of their own, so say what they are sorted by')
  if (list.sort && list.sort.by !== 'id') {
    const field = listField(check, `${path}.sort.by`, list.sort.by)
    if (field && !isStored(field) && !isComputed(field))
      check.say(`${path}.sort.by`, `${list.sort.by} is not stored, sort by a stored field`)
  }
  for (const word of ['needs', 'addNeeds'] as const) {
    const needed = list[word]
    if (needed !== undefined && !filterKeys(list).includes(needed))
      check.say(`${path}.${word}`, `"${needed}" is no filter of this list, add it to the filters`)
  }
  if (list.pageSizes && (!list.pageSizes.length || list.pageSizes.some((size) => !Number.isInteger(size) || size < 1))) {
    check.say(`${path}.pageSizes`, 'page sizes are whole numbers above 0')
  }
  if (list.mostRows !== undefined && list.mostRows < Math.max(...(list.pageSizes ?? [10])))
    check.say(`${path}.mostRows`, 'a page on offer is larger, allow as many rows')
  for (const word of ['where', 'faded'] as const)
    for (const [key, value] of Object.entries(list[word] ?? {})) {
      const field = ownField(check, `${path}.${word}`, key)
      if (field && !isStored(field)) check.say(`${path}.${word}.${key}`, 'the field is not stored, name a stored one')
      if (field && value !== undefined) requireFit(check, `${path}.${word}.${key}`, { field, value })
    }
  checkTabsOf(check, path, list)
  if (list.menu?.screen !== undefined && check.names.screen)
    requireKnown(check, `${path}.menu.screen`, list.menu.screen, { words: check.names.screen, what: 'screen' })
  checkMenuGroup(check, `${path}.menu.group`, list.menu?.group)
  for (const param of list.params ?? []) {
    if (fieldOf(check.entity, param)) check.say(`${path}.params`, `${param} is a field, filter by it instead`)
  }
}

/** The call that writes a column takes its text in a param of the column's name, and its other params from the row. */
function checkEditCall(check: Check, path: string, one: Extract<EditableColumn<string>, { call: string }>): void {
  const { calls = {} } = check.entity
  if (!requireKnown(check, `${path}.call`, one.call, { words: Object.keys(calls), what: 'call' })) return
  const words = Object.keys(calls[one.call]?.params ?? {})
  for (const param of [one.column, ...Object.keys(one.with)]) requireKnown(check, `${path}.with`, param, { words, what: 'param' })
  for (const key of Object.values(one.with)) if (key !== 'id') ownField(check, `${path}.with`, key)
}

/** What is edited in a row is a column of the list, and a field that an edit may write. */
function checkEditable(check: Check, path: string, list: ListSpec<string>): void {
  const { columns = [], values = {} } = list.editable ?? {}
  const shown = list.columns.map(filterField)
  if (list.editable && check.entity.endpoints.disable?.includes('edit')) check.say(path, 'edit is disabled, so nothing can be saved')
  const checkWritten = (fieldPath: string, key: string) => {
    const field = ownField(check, fieldPath, key)
    if (field && !isWritable(field, 'edit')) check.say(fieldPath, `${key} cannot be edited, name a field that can`)
  }
  for (const one of columns) {
    const column = typeof one === 'string' ? one : one.column
    requireKnown(check, `${path}.columns`, column, { words: shown, what: 'column' })
    if (typeof one === 'string') checkWritten(`${path}.columns`, one)
    else if ('by' in one) checkWritten(`${path}.columns.${column}.by`, one.by)
    else checkEditCall(check, `${path}.columns.${column}`, one)
  }
  for (const [key, value] of Object.entries(values)) {
    const field = ownField(check, `${path}.values`, key)
    if (field && value !== undefined) requireFit(check, `${path}.values.${key}`, { field, value })
  }
}

/** The lists of the entity, their columns, filters and sorts. */
export function checkLists(check: Check): void {
  checkList(check, 'list', check.entity.list)
  for (const [name, list] of Object.entries(check.entity.lists ?? {})) checkList(check, `lists.${name}`, list)
}

/** Each group stands in one tab, or above them. */
function checkTabs(check: Check, { groups, tabs = {} }: NonNullable<AnyEntity['form']>): void {
  const named = Object.values(tabs).flat()
  requireDistinct(check, 'form.tabs', named)
  for (const group of named) requireKnown(check, 'form.tabs', group, { words: Object.keys(groups), what: 'group of the form' })
}

/** The form contains everything that a new row must have. What the server alone writes is shown of rows that exist. */
export function checkForm(check: Check): void {
  const { form, fields, endpoints } = check.entity
  const disabled = endpoints.disable ?? []
  const editable = !disabled.includes('add') || !disabled.includes('edit')
  if (!form) {
    if (editable) check.say('form', 'rows can be added or edited, so say in which groups, or disable add and edit')
    return
  }
  const shown = Object.values(form.groups).flat()
  requireDistinct(check, 'form.groups', shown)
  for (const key of shown) {
    const field = ownField(check, 'form.groups', key)
    if (field?.readonly === true && disabled.includes('edit'))
      check.say('form.groups', `${key} is written by the server alone and rows are never edited, take it out of the form`)
  }
  checkTabs(check, form)
  checkFills(check, form, shown)
  checkTries(check, form, shown)
  for (const [key, field] of Object.entries(fields)) {
    if (field.required && field.default === undefined && !shown.includes(key) && !disabled.includes('add')) {
      check.say('form.groups', `${key} is required but not in the form, so nothing can be added; put it into a group`)
    }
  }
  for (const key of form.keep ?? [])
    requireKnown(check, 'form.keep', key, { words: Object.keys(form.showWhen ?? {}), what: 'field that showWhen hides' })
  for (const key of Object.keys(form.alerts ?? {})) requireKnown(check, 'form.alerts', key, { words: shown, what: 'field of the form' })
  for (const [key, condition] of Object.entries<AnyCondition>(form.showWhen ?? {})) {
    ownField(check, 'form.showWhen', key)
    if (fieldOf(check.entity, key) && !shown.includes(key)) check.say(`form.showWhen.${key}`, 'the field is not in the form')
    checkCondition(check, `form.showWhen.${key}`, condition)
  }
}
