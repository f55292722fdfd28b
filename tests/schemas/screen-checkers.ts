import { expect } from 'vitest'
import { isFormatted } from '../../engine/fields/longText/formatted.ts'
import { checkRow } from '../../engine/schema/check-row.ts'
import { holds, type AnyCondition, type AnyEntity, type CallSpec, type FieldDef } from '../../engine/schema/index.ts'
import type { SpecRule } from '../spec/read-spec.ts'

export type Checker = (entity: AnyEntity, rule: SpecRule) => void

export function fieldAt(entity: AnyEntity, key: string | undefined): FieldDef {
  const field = key === undefined ? undefined : entity.fields[key]
  if (!field) throw new Error(`${entity.name} has no field ${key}`)
  return field
}

export function callAt(entity: AnyEntity, name: string | undefined): CallSpec {
  const call = name === undefined ? undefined : entity.calls?.[name]
  if (!call) throw new Error(`${entity.name} has no call ${name}`)
  return call
}

const problemsOf = (entity: AnyEntity, row: Record<string, unknown>) => checkRow(entity, row, 'add').problems
const formKeys = ({ form }: AnyEntity): string[] => Object.values<readonly string[]>(form?.groups ?? {}).flat()
const listOf = (values: SpecRule['values']): unknown[] => Object.values(values ?? [])

/** The columns of a field of rows. */
function rowColumns(entity: AnyEntity, key: string | undefined) {
  const field = fieldAt(entity, key)
  if (field.type !== 'rows') throw new Error(`${entity.name}.${key} has no rows`)
  return field
}

const cellProblem = (entity: AnyEntity, { field = '', param = '', bad, row }: SpecRule): string | undefined =>
  problemsOf(entity, { [field]: [{ ...row, [param]: bad }] })[field]

/** Checks of what a screen is made of: its form, its buttons, its windows and the rows inside its form. */
export const screenCheckers: Readonly<Record<string, Checker>> = {
  emptied: (entity, { field = '', sentence }) => expect(problemsOf(entity, { [field]: '' })[field]).toBe(sentence),
  requiredWhen: (entity, { field = '', row, otherRow, sentence }) => {
    expect(problemsOf(entity, { ...row })[field]).toBe(sentence)
    expect(problemsOf(entity, { ...otherRow })[field]).toBeUndefined()
  },
  endsAfter: (entity, { field = '', than = '', sentence }) => {
    for (const early of ['2026-09-02 07:59:59', '2026-09-02 08:00:00'])
      expect(problemsOf(entity, { [than]: '2026-09-02 08:00:00', [field]: early })[field]).toBe(sentence)
    expect(problemsOf(entity, { [than]: '2026-09-02 08:00:00', [field]: '2026-09-02 08:00:01' })[field]).toBeUndefined()
  },
  beginsBefore: (entity, { field = '', than = '', sentence }) => {
    for (const late of ['2026-09-02 08:00:01', '2026-09-02 08:00:00'])
      expect(problemsOf(entity, { [than]: '2026-09-02 08:00:00', [field]: late })[field]).toBe(sentence)
    expect(problemsOf(entity, { [than]: '2026-09-02 08:00:00', [field]: '2026-09-02 07:59:59' })[field]).toBeUndefined()
  },
  shownWhile: ({ form }, { field = '', row = {}, otherRow = {} }) => {
    const when = Object.entries<AnyCondition | undefined>(form?.showWhen ?? {}).find(([key]) => key === field)?.[1]
    expect([holds(when, row), holds(when, otherRow)]).toEqual([true, false])
  },
  formHas: (entity, { values }) => expect(formKeys(entity)).toEqual(expect.arrayContaining(listOf(values))),
  formOrder: (entity, { values }) => {
    const wanted = listOf(values)
    expect(formKeys(entity).filter((key) => wanted.includes(key))).toEqual(wanted)
  },
  formTabs: ({ form }, { values }) => {
    const inTabs = Object.entries<readonly string[]>(form?.tabs ?? {}).map(([tab, groups]) => [
      tab,
      groups
        .flatMap((group) => Object.entries<readonly string[]>(form?.groups ?? {}).flatMap(([title, keys]) => (title === group ? keys : [])))
        .join(),
    ])
    expect(inTabs).toEqual(Object.entries(values ?? {}))
  },
  actions: ({ rowActions = {} }, { actions }) => expect(Object.keys(rowActions)).toEqual(expect.arrayContaining([...(actions ?? [])])),
  tools: ({ tools = {} }, { actions }) => expect(Object.keys(tools)).toEqual(expect.arrayContaining([...(actions ?? [])])),
  confirmText: (entity, { actions = [], sentence }) => {
    for (const name of actions) expect(entity.rowActions?.[name]?.confirmText).toBe(sentence)
  },
  waiting: (entity, { actions = [], sentence }) => {
    for (const name of actions) expect(entity.rowActions?.[name]).toMatchObject({ answer: { waiting: sentence } })
  },
  uploadSuccess: (entity, { actions = [], sentence }) => {
    for (const name of actions) expect(entity.tools?.[name]).toMatchObject({ does: 'upload', success: sentence })
  },
  exactly: (entity, { call = '', value, sentence }) =>
    expect(entity.batchActions?.[call]?.exactly).toEqual({ rows: value, otherwise: sentence }),
  alike: (entity, { call = '', values, sentence }) =>
    expect(entity.batchActions?.[call]?.alike).toEqual({ fields: values, otherwise: sentence }),
  tries: ({ form }, { field, call, values }) =>
    expect(Object.entries(form?.tries ?? {})).toContainEqual([field, expect.objectContaining({ call, ...values })]),
  fills: ({ form }, { field, values }) => {
    const filled = Object.entries<object | undefined>(form?.fills ?? {}).find(([key]) => key === field)?.[1]
    expect(Object.keys(filled ?? {}).sort()).toEqual([...listOf(values)].sort())
  },
  callTakes: (entity, { call, values }) =>
    expect(Object.keys(callAt(entity, call).params ?? {})).toEqual(expect.arrayContaining(listOf(values))),
  callStarts: (entity, { call, param = '', value }) => expect(callAt(entity, call).params?.[param]?.default).toBe(value),
  table: (entity, { value }) => expect(entity.table).toBe(value),
  cut: ({ list }, { field, value }) => expect(list.columns).toContainEqual(expect.objectContaining({ field, ellipsis: value })),
  faded: ({ list }, { row }) => expect(list.faded).toEqual(row),
  tabs: (entity, { field, values }) => {
    const by = fieldAt(entity, entity.list.tabs?.by)
    expect([entity.list.tabs?.by, by.type === 'select' ? Object.keys(by.options) : []]).toEqual([field, values])
  },
  onlyIn: ({ list }, { value = '', values }) => expect(list.tabs?.only?.[value]).toEqual(expect.arrayContaining(listOf(values))),
  unfolds: ({ list }, { values }) => expect(list.unfolds).toEqual(values),
  formatted: (entity, { field, than = '', values }) => {
    const found = fieldAt(entity, field)
    if (found.type !== 'longText') throw new Error(`${field} is no long text`)
    for (const one of ['1', '2', '3', '4']) expect(isFormatted(found, { [than]: one })).toBe(listOf(values).includes(one))
  },
  cell: (entity, rule) => {
    expect(cellProblem(entity, rule)).toBe(`第1行：${rule.sentence}`)
    expect(problemsOf(entity, { [rule.field ?? '']: [rule.row] })[rule.field ?? '']).toBeUndefined()
  },
  cellRequired: (entity, rule) => expect(cellProblem(entity, { ...rule, bad: '' })).toMatch(/^第1行：/),
  cellOptions: (entity, { field, param = '', values }) => {
    const column = rowColumns(entity, field).columns[param]
    expect(column?.type === 'select' ? Object.keys(column.options).sort() : []).toEqual(values)
  },
  starts: (entity, { field, values }) => {
    const starts = Object.values(rowColumns(entity, field).adds ?? {}).flatMap(({ args }) => (Array.isArray(args) ? args : []))
    expect(starts).toEqual(expect.arrayContaining(listOf(values)))
  },
}
