import { describe, expect, test } from 'vitest'
import '../../engine/fields/cron/times.ts'
import { isReference } from '../../engine/fields/structure.ts'
import { checkRow, isWritable } from '../../engine/schema/check-row.ts'
import { holds, type AnyEntity, type CallSpec, type Grant, type ListSpec } from '../../engine/schema/index.ts'
import { readLabels, readSpec } from '../spec/read-spec.ts'
import { entityNamed, loaded } from './load.ts'
import { callAt, fieldAt, screenCheckers, type Checker } from './screen-checkers.ts'
import { expectNone } from '../support/expect-none.ts'

/** Checks the schemas against the specification, which was written in `tests/spec` without looking at them. */
const { rules, calls } = readSpec()

const sentenceFor = (entity: AnyEntity, row: Record<string, unknown>, key = ''): string | undefined =>
  checkRow(entity, row, 'add').problems[key]
const columnsOf = ({ columns }: ListSpec<string>): string[] => columns.map((column) => (typeof column === 'string' ? column : column.field))
const filterOf = (filter: string | { readonly field: string }): string => (typeof filter === 'string' ? filter : filter.field)

function grantsOf(entity: AnyEntity, role: string): readonly string[] | 'all' {
  const grant = (entity.access.grants as Readonly<Record<string, Grant | undefined>>)[role]
  if (grant === 'all') return 'all'
  return grant === undefined ? [] : grant === 'read' ? ['view'] : grant
}

/** Every sentence that a param of a call can produce. */
function paramSentences(call: CallSpec, param = ''): unknown[] {
  const shape = { fields: call.params ?? {} }
  const empty = checkRow(shape, {}, 'add').problems[param]
  const unlike = checkRow(shape, { password: 'Abc123!@', [param]: 'other' }, 'add').problems[param]
  return [empty, unlike]
}

/** The names under which a row's values are sent. */
const answeredNames = (entity: AnyEntity): string[] => [
  'id',
  'updateTime',
  ...(entity.id ? [entity.id] : []),
  ...(entity.bin ? ['delFlag'] : []),
  ...Object.entries(entity.fields).flatMap(([key, field]) => [key, field.also ?? key, isReference(field) ? (field.text ?? key) : key]),
]

const secretPair = { password: 'Abc123!@', confirmpassword: 'Abc123!#' }
const checkers: Readonly<Record<string, Checker>> = {
  ...screenCheckers,
  required: (entity, { field, sentence }) => expect(sentenceFor(entity, {}, field)).toBe(sentence),
  requiredAny: (entity, { field }) => expect(sentenceFor(entity, {}, field)).toBeTruthy(),
  optional: (entity, { field }) => expect(sentenceFor(entity, {}, field)).toBeUndefined(),
  unique: (entity, { field, sentence }) => {
    const { unique } = fieldAt(entity, field)
    expect(typeof unique === 'object' ? unique.message : unique).toBe(sentence)
  },
  uniqueAny: (entity, { field }) => expect(fieldAt(entity, field).unique).toBeTruthy(),
  pattern: (entity, { field = '', sentence, bad, good }) => {
    expect(sentenceFor(entity, { [field]: bad }, field)).toBe(sentence)
    expect(sentenceFor(entity, { [field]: good }, field)).toBeUndefined()
  },
  length: (entity, { field = '', sentence, min, max = 0 }) => {
    expect(sentenceFor(entity, { [field]: '长'.repeat(max + 1) }, field)).toBe(sentence)
    expect(sentenceFor(entity, { [field]: '长'.repeat(max) }, field)).toBeUndefined()
    if (min === undefined) return
    expect(sentenceFor(entity, { [field]: '长'.repeat(min - 1) }, field)).toBe(sentence)
    expect(sentenceFor(entity, { [field]: '长'.repeat(min) }, field)).toBeUndefined()
  },
  maximum: (entity, { field = '', value }) => {
    expect(sentenceFor(entity, { [field]: 'a'.repeat(Number(value) + 1) }, field)).toBeTruthy()
    expect(sentenceFor(entity, { [field]: 'a'.repeat(Number(value)) }, field)).toBeUndefined()
  },
  minimum: (entity, { field = '', value }) => {
    expect(sentenceFor(entity, { [field]: Number(value) - 1 }, field)).toBeTruthy()
    expect(sentenceFor(entity, { [field]: Number(value) }, field)).toBeUndefined()
  },
  notBefore: (entity, { field = '', than = '', sentence }) => {
    expect(sentenceFor(entity, { [than]: '2026-09-02', [field]: '2026-09-01' }, field)).toBe(sentence)
    expect(sentenceFor(entity, { [than]: '2026-09-02', [field]: '2026-09-02' }, field)).toBeUndefined()
  },
  after: (entity, { field = '', than = '', sentence }) => {
    expect(sentenceFor(entity, { [than]: '2026-09-02 08:00:00', [field]: '2026-09-02 08:00:00' }, field)).toBe(sentence)
    expect(sentenceFor(entity, { [than]: '2026-09-02 08:00:00', [field]: '2026-09-02 08:01:00' }, field)).toBeUndefined()
  },
  sameAs: (entity, { field, sentence }) => expect(sentenceFor(entity, secretPair, field)).toBe(sentence),
  fixedOnEdit: (entity, { field }) => {
    expect(isWritable(fieldAt(entity, field), 'add')).toBe(true)
    expect(isWritable(fieldAt(entity, field), 'edit')).toBe(false)
  },
  addOnly: (entity, { field }) => expect(isWritable(fieldAt(entity, field), 'edit')).toBe(false),
  generated: (entity, { field }) => expect(isWritable(fieldAt(entity, field), 'add')).toBe(false),
  default: (entity, { field = '', value }) => expect(checkRow(entity, {}, 'add').values[field]).toBe(value),
  dictionary: (entity, { field, code }) => expect(fieldAt(entity, field)).toMatchObject({ type: 'dictionary', code }),
  options: (entity, { field, values }) => {
    const found = fieldAt(entity, field)
    const switched = found.type === 'switch' ? [0, 1] : []
    expect(found.type === 'select' ? Object.keys(found.options).map(Number).sort() : switched).toEqual(values)
  },
  fileSentence: (entity, { field, sentence }) => expect(fieldAt(entity, field)).toMatchObject({ type: 'files', message: sentence }),
  filters: (entity, { values, list }) => {
    const shown = list === undefined ? entity.list : entity.lists?.[list]
    expect((shown?.filters ?? []).map(filterOf)).toEqual(expect.arrayContaining(Object.values(values ?? [])))
  },
  columnOrder: (entity, { values = [], list }) => {
    const shown = list === undefined ? entity.list : entity.lists?.[list]
    const wanted = Object.values(values)
    expect(shown?.columns.map(filterOf).filter((key) => wanted.includes(key))).toEqual(wanted)
  },
  shown: (entity, { child, width, operation, list }) => {
    const found = child === undefined ? entity.form : entity.children?.find((one) => one.entity === child && one.shown === operation)
    expect(found).toMatchObject(child === undefined ? { opensIn: operation, width } : { shown: operation, width, ...(list && { list }) })
  },
  callOpens: (entity, { call, operation }) => expect(callAt(entity, call).opensIn).toBe(operation),
  expanded: (entity, { values }) => {
    const more = (entity.list.filters ?? []).flatMap((filter) => (typeof filter === 'object' && filter.more ? [filter.field] : []))
    expect(more).toEqual(values)
  },
  columns: (entity, { values }) => expect(entity.list.columns.map(filterOf)).toEqual(expect.arrayContaining(Object.values(values ?? []))),
  filterRequired: (entity, { field, sentence }) =>
    expect(entity.list.filters).toContainEqual(expect.objectContaining({ field, required: sentence })),
  callFailure: (entity, { call, sentence }) => expect(callAt(entity, call).failure).toBe(sentence),
  binFailure: ({ bin }, { sentence }) => expect(bin).toMatchObject({ failure: sentence }),
  mostRows: (entity, { value }) => expect(entity.list.mostRows).toBe(value),
  detailForm: (entity) => expect(Object.values(entity.rowActions ?? {})).toContainEqual({ label: '详情', does: 'view', opensIn: 'form' }),
  needs: (entity, { field }) => expect(entity.list.needs).toBe(field),
  addNeeds: (entity, { field }) => expect([entity.list.addNeeds, entity.list.needs]).toEqual([field, undefined]),
  sort: (entity, { field, order }) => expect(entity.list.sort).toEqual({ by: field, order }),
  importWithin: (entity, { field, file }) => {
    expect(entity.import?.within).toBe(field)
    expect(entity.import?.fileField ?? 'file').toBe(file)
  },
  bin: (entity) => expect(entity.bin).toBeTruthy(),
  where: (entity, { values }) => expect(entity.where).toEqual(values),
  exportName: (entity, { sentence }) => expect(entity.export?.name).toBe(sentence),
  message: (entity, { operation, sentence }) => expect(entity.messages).toMatchObject({ [operation ?? '']: sentence }),
  confirm: (entity, { actions, sentence }) => {
    for (const name of actions ?? []) expect(entity.rowActions?.[name]?.confirm).toBe(sentence)
  },
  otherwise: (entity, { actions, sentence }) => {
    for (const name of actions ?? []) expect(entity.rowActions?.[name]?.otherwise).toBe(sentence)
  },
  actionWhen: (entity, { actions, row = {}, otherRow = {} }) => {
    for (const name of actions ?? []) {
      expect(holds(entity.rowActions?.[name]?.when, row)).toBe(true)
      expect(holds(entity.rowActions?.[name]?.when, otherRow)).toBe(false)
    }
  },
  addWhile: (entity, { child, values }) => {
    const found = entity.children?.find((one) => one.entity === child)
    expect(Object.entries(found?.addWhile ?? {})).toEqual([values])
  },
  openWhile: (entity, { field, value }) => expect(entity.openWhile).toContainEqual(expect.objectContaining({ field, is: value })),
  pickers: (entity, { actions, operation, list, values }) => {
    for (const name of actions ?? [])
      expect(entity.tools?.[name]).toMatchObject({
        does: 'pick',
        opensIn: operation,
        ...(list && { list }),
        ...(values && { narrow: values }),
      })
  },
  singleChoice: (entity, { actions }) => {
    for (const name of actions ?? []) expect(entity.tools?.[name]).toMatchObject({ does: 'pick', multiple: false })
  },
  state: (entity, { field, values, call, param, asks }) => {
    const found = fieldAt(entity, field)
    expect(found.type === 'select' ? Object.keys(found.options).map(Number).sort() : []).toEqual(values)
    const [states] = entity.states ?? []
    expect(states).toMatchObject({ field, call, param })
    const moves = states?.call === undefined ? [] : Object.values(states.transitions)
    expect(moves.map((move) => move.ask).sort()).toEqual(asks)
    for (const move of moves) expect(move.confirm).toBeTruthy()
  },
  granted: (entity, { roles }) => {
    for (const [role, verbs] of Object.entries(roles ?? {})) {
      const granted = grantsOf(entity, role)
      if (granted !== 'all') expect(granted).toEqual(expect.arrayContaining([...verbs]))
    }
  },
  notGranted: (entity, { roles }) => {
    for (const [role, verbs] of Object.entries(roles ?? {})) {
      for (const verb of verbs) expect(grantsOf(entity, role)).not.toContain(verb)
      expect(grantsOf(entity, role)).not.toBe('all')
    }
  },
  paramRequired: (entity, { call, field = '', sentence }) => expect(paramSentences(callAt(entity, call), field)[0]).toBe(sentence),
  paramPattern: (entity, { call, field = '', sentence, bad, good }) => {
    const shape = { fields: callAt(entity, call).params ?? {} }
    expect(checkRow(shape, { [field]: bad }, 'add').problems[field]).toBe(sentence)
    expect(checkRow(shape, { [field]: good }, 'add').problems[field]).toBeUndefined()
  },
  callSentence: (entity, { call, param, sentence }) => expect(paramSentences(callAt(entity, call), param)).toContain(sentence),
  callSuccess: (entity, { call, sentence }) => expect(callAt(entity, call).success).toBe(sentence),
  callTitle: (entity, { call, sentence }) => expect(callAt(entity, call).title).toBe(sentence),
  answers: (entity, { values }) => expect(answeredNames(entity)).toEqual(expect.arrayContaining(Object.values(values ?? []))),
}

describe('the specification of fields, lists and actions', () => {
  test.each(rules.map((rule) => [`${rule.id} ${rule.entity}.${rule.field ?? ''} ${rule.kind}`, rule] as const))('%s', (_title, rule) => {
    const check = checkers[rule.kind]
    if (!check) throw new Error(`no checker for ${rule.kind}`)
    check(entityNamed(rule.entity), rule)
  })
})

const standard: Readonly<Record<string, readonly [verbs: readonly string[], disabledBy?: string]>> = {
  list: [['GET']],
  add: [['POST'], 'add'],
  edit: [['PUT', 'POST'], 'edit'],
  delete: [['DELETE'], 'delete'],
  deleteBatch: [['DELETE'], 'deleteBatch'],
  exportXls: [['GET'], 'exportXls'],
  importExcel: [['POST'], 'importExcel'],
}

/** `METHOD path` of every call that the entity's schema declares. */
function answered(entity: AnyEntity): string[] {
  const { base, also = [], disable = [] } = entity.endpoints
  const below: [string, readonly string[]][] = []
  for (const [name, [verbs, disabledBy]] of Object.entries(standard)) {
    const without = name === 'importExcel' && !entity.import
    if (!without && !disable.some((verb) => verb === disabledBy)) below.push([name, verbs])
  }
  for (const name of Object.keys(entity.lists ?? {})) below.push([name, ['GET']])
  for (const [name, call] of Object.entries(entity.calls ?? {})) below.push([call.path ?? name, call.verbs])
  for (const { call } of entity.states ?? []) if (call) below.push([call, ['GET', 'POST', 'PUT']])
  for (const name of Object.values(entity.tree?.calls ?? {})) below.push([name, ['GET']])
  const bin = typeof entity.bin === 'object' ? entity.bin : {}
  if (entity.bin) below.push([bin.list ?? 'deleteList', ['GET']])
  if (bin.restore) below.push([bin.restore.path, [bin.restore.verb]])
  if (bin.purge) below.push([bin.purge.path, ['DELETE']])
  for (const [name, path] of Object.entries(entity.endpoints.paths ?? {})) below.push([path, standard[name]?.[0] ?? []])
  const full = (path: string, name: string): string => (name.startsWith('/') ? name : `${path}/${name}`)
  return [base, ...also].flatMap((path) => below.flatMap(([name, verbs]) => verbs.map((verb) => `${verb} ${full(path, name)}`)))
}

/** Names that a call of the schema accepts as filters or params. */
function accepted(entity: AnyEntity, path: string): string[] {
  const name = path.split('/').at(-1) ?? ''
  const list = name === 'list' ? entity.list : entity.lists?.[name]
  const call = Object.entries(entity.calls ?? {}).find(([key, spec]) => path.endsWith(`/${spec.path ?? key}`.replace(/^\/\//, '/')))?.[1]
  const states = (entity.states ?? []).flatMap((one) => (one.call === name ? ['id', one.param] : []))
  const also = Object.values(entity.fields).flatMap((field) => field.also ?? [])
  return [...Object.keys(entity.fields), ...also, ...(list?.params ?? []), ...Object.keys(call?.params ?? {}), ...states]
}

describe('the calls of the specification', () => {
  test.each(calls.map((call) => [`${call.id} ${call.method} ${call.path}`, call] as const))('%s', (_title, call) => {
    const entity = entityNamed(call.entity)
    expect(answered(entity)).toContain(`${call.method} ${call.path}`)
    const name = call.path.split('/').at(-1) ?? ''
    if (name in standard && name !== 'list') return
    const known = [...accepted(entity, call.path), 'createTime', ...(entity.tree ? ['pid'] : [])]
    for (const param of call.params.map((name) => name.replace(/_(begin|end)$/, '')))
      if (!/^(id|ids|userIds|field|class)$/.test(param)) expect(known).toContain(param)
  })
})

describe('the labels of the specification', () => {
  test.each(Object.entries(readLabels()))('%s: each field has its specified label', (name, labels) => {
    const { fields } = entityNamed(name)
    const others = Object.entries(labels).filter(([key, label]) => fields[key]?.label !== label)
    expectNone(others.map(([key, label]) => `${name}.${key} is called ${fields[key]?.label}, not ${label}`))
  })

  test('no two inputs of a form, and no two columns of a list, have the same label', () => {
    const twice = loaded.flatMap((entity) =>
      [Object.values(entity.form?.groups ?? {}).flat(), ...[entity.list, ...Object.values(entity.lists ?? {})].map(columnsOf)].flatMap(
        (keys) => {
          const labels = keys.map((key) => entity.fields[key]?.label).filter((label) => label !== undefined)
          return labels.filter((label, index) => labels.indexOf(label) !== index).map((label) => `${entity.name}: ${label}`)
        },
      ),
    )
    expectNone(twice)
  })
})

test('every entity with calls in the specification also has its fields and lists checked against it', () => {
  const ruled = new Set(rules.map((rule) => rule.entity))
  expectNone(calls.map((call) => call.entity).filter((name) => !ruled.has(name)))
})
