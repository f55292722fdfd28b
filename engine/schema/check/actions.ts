import { isStored } from '../../fields/computed.ts'
import { isLinked, isSecret } from '../../fields/structure.ts'
import type { ActionSpec, CallSpec, ToolSpec } from '../action.ts'
import { idsParam } from '../call-params.ts'
import type { AnyCondition } from '../condition.ts'
import { checkTreeLeft } from './choosing.ts'
import { checkCondition } from './condition.ts'
import { checkParams } from './fields.ts'
import { filterKeys, namedList } from './lists.ts'
import { fieldOf, requireFit, isHidden, primaryKeyOf, requireKnown, otherEntity, ownField, type Check } from './assertions.ts'
import { checkStates } from './states.ts'

export const standardVerbs = ['view', 'add', 'edit', 'delete', 'import', 'export'] as const
export const standardPaths = new Set(
  'list queryById add edit delete deleteBatch exportXls importTemplate importExcel importCheck importCommit options tree history'.split(
    ' ',
  ),
)

const callsOf = (check: Check): Readonly<Record<string, CallSpec>> => check.entity.calls ?? {}

/** The declared call with that name; reports a problem if there is none. */
function declaredCall(check: Check, path: string, name: string): CallSpec | undefined {
  requireKnown(check, path, name, { words: Object.keys(callsOf(check)), what: 'call' })
  return callsOf(check)[name]
}

function checkValues(check: Check, path: string, given: { call: CallSpec; values: Readonly<Record<string, string | number>> }): void {
  const params = given.call.params ?? {}
  for (const [key, value] of Object.entries(given.values)) {
    requireKnown(check, path, key, { words: Object.keys(params), what: 'param' })
    const field = params[key]
    if (field) requireFit(check, `${path}.${key}`, { field, value })
  }
}

function checkSet(check: Check, path: string, values: Readonly<Record<string, string | number | undefined>>): void {
  for (const [key, value] of Object.entries(values)) {
    const field = ownField(check, path, key)
    if (field && !isStored(field)) check.say(`${path}.${key}`, 'the field is not stored, set a stored one')
    if (field && value !== undefined) requireFit(check, `${path}.${key}`, { field, value })
  }
}

type CallAction = Extract<ActionSpec<string, AnyCondition>, { does: 'call' }>

/**
 * A call that another entity declares. Its permission must follow from its name, because that schema is not loaded before the call is
 * made.
 */
function checkOtherCall(check: Check, path: string, action: CallAction & { readonly of: string }): void {
  const other = otherEntity(check, `${path}.of`, action.of)
  if (!other) return
  requireKnown(check, `${path}.call`, action.call, { words: Object.keys(other.calls ?? {}), what: `call of ${action.of}` })
  const call = other.calls?.[action.call]
  if (!call) return
  if (call.permission !== undefined)
    check.say(`${path}.call`, `${action.call} shares the permission ${call.permission}, so a page cannot tell whether the user may make it`)
  checkValues(check, `${path}.values`, { call, values: action.values ?? {} })
  checkTaken(check, path, { call, taken: action.with ?? {} })
}

/** Params whose values come from the row: they must be declared, and the row must have the fields. */
function checkTaken(check: Check, path: string, given: { call: CallSpec; taken: Readonly<Record<string, string>> }): void {
  for (const [param, field] of Object.entries(given.taken)) {
    requireKnown(check, `${path}.with`, param, { words: Object.keys(given.call.params ?? {}), what: 'param' })
    requireKnown(check, `${path}.with.${param}`, field, {
      words: [primaryKeyOf(check.entity), ...Object.keys(check.entity.fields)],
      what: 'field',
    })
  }
}

function checkCallAction(check: Check, path: string, action: CallAction): void {
  const { of } = action
  if (of !== undefined) return checkOtherCall(check, path, { ...action, of })
  const call = declaredCall(check, `${path}.call`, action.call)
  if (!call) return
  checkValues(check, `${path}.values`, { call, values: action.values ?? {} })
  checkTaken(check, path, { call, taken: action.with ?? {} })
  for (const param of action.ask ?? []) {
    requireKnown(check, `${path}.ask`, param, { words: Object.keys(call.params ?? {}), what: 'param' })
    if (!fieldOf(check.entity, param) && !action.with?.[param])
      check.say(`${path}.ask`, `the row has no ${param}, so it is asked for anyway; remove it`)
  }
}

/** The form of the new row shows what it starts with, and this row has what is taken from it. */
function checkAddAction(check: Check, path: string, action: Extract<ActionSpec<string, AnyCondition>, { does: 'add' }>): void {
  const words = Object.values(check.entity.form?.groups ?? {}).flat()
  if (check.entity.endpoints.disable?.includes('add'))
    check.say(`${path}.does`, 'add is disabled in endpoints, allow it or remove the action')
  for (const [key, from] of Object.entries(action.with ?? {})) {
    requireKnown(check, `${path}.with`, key, { words, what: 'field of the form' })
    requireKnown(check, `${path}.with.${key}`, from ?? '', {
      words: [primaryKeyOf(check.entity), ...Object.keys(check.entity.fields)],
      what: 'field',
    })
  }
  for (const [key, value] of Object.entries(action.values ?? {})) {
    requireKnown(check, `${path}.values`, key, { words, what: 'field of the form' })
    const field = fieldOf(check.entity, key)
    if (field && value !== undefined && value !== '') requireFit(check, `${path}.values.${key}`, { field, value })
  }
}

function checkRowActions(check: Check): void {
  const disabled = check.entity.endpoints.disable ?? []
  for (const [name, action] of Object.entries(check.entity.rowActions ?? {})) {
    const path = `rowActions.${name}`
    checkCondition(check, `${path}.when`, action.when, action.does === 'edit' || action.does === 'delete' || action.does === 'set')
    if ((action.does === 'edit' || action.does === 'delete') && disabled.includes(action.does)) {
      check.say(`${path}.does`, `${action.does} is disabled in endpoints, allow it or remove the action`)
    }
    if (action.does === 'edit') for (const key of action.except ?? []) ownField(check, `${path}.except`, key)
    if (action.does === 'add') checkAddAction(check, path, action)
    if (action.does === 'set') checkSet(check, `${path}.values`, action.values)
    if (action.does === 'open' && check.names.screen)
      requireKnown(check, `${path}.screen`, action.screen, { words: check.names.screen, what: 'screen' })
    if (action.does === 'panel' && check.names.panel)
      requireKnown(check, `${path}.panel`, action.panel, { words: check.names.panel, what: 'panel' })
    if (action.does === 'panel' && action.of !== undefined) {
      const other = otherEntity(check, `${path}.of`, action.of)
      if (other) requireKnown(check, path, name, { words: Object.keys(other.calls ?? {}), what: `call of ${action.of}` })
    }
    if (action.does === 'children') {
      const words = (check.entity.children ?? []).flatMap((child) => (child.shown === 'expand' ? [] : [child.entity]))
      requireKnown(check, `${path}.child`, action.child, { words, what: 'child' })
    }
    if (action.does === 'call') checkCallAction(check, path, action)
  }
}

function checkPick(check: Check, path: string, tool: Extract<ToolSpec, { does: 'pick' }>): void {
  const other = otherEntity(check, `${path}.entity`, tool.entity)
  const list = other && namedList(other, tool.list)
  if (other && !list)
    requireKnown(check, `${path}.list`, tool.list, { words: ['list', ...Object.keys(other.lists ?? {})], what: `list of ${tool.entity}` })
  if (list) checkTreeLeft(check, `${path}.tree`, tool.tree, list)
  const through = tool.through === undefined ? undefined : declaredCall(check, `${path}.through`, tool.through)
  const accepted = through ? Object.keys(through.params ?? {}) : list ? [...filterKeys(list), ...(list.params ?? [])] : undefined
  for (const [param, filter] of Object.entries(tool.narrow ?? {})) {
    if (accepted) requireKnown(check, `${path}.narrow`, param, { words: accepted, what: 'filter of the picker' })
    requireKnown(check, `${path}.narrow.${param}`, filter, { words: filterKeys(check.entity.list), what: 'filter of this list' })
  }
  for (const filter of list?.filters ?? []) {
    if (typeof filter === 'object' && filter.required && !(filter.field in (tool.narrow ?? {})))
      check.say(`${path}.list`, `${tool.list} asks for ${filter.field} first, so the picker opens empty; narrow it or choose another list`)
  }
  const call = callsOf(check)[tool.call]
  for (const key of Object.keys(tool.where ?? {}))
    if (accepted)
      requireKnown(check, `${path}.where`, key, {
        words: [...accepted, ...Object.keys(other?.fields ?? {})],
        what: 'filter of the picker',
      })
  const ids = idsParam(call, Object.keys(tool.with ?? {}))
  if (call && !call.params?.[ids]) check.say(`${path}.call`, `${tool.call} takes no "ids", so the choice cannot be sent; declare the param`)
  for (const [param, field] of Object.entries(call?.params ?? {})) {
    if (field.required !== undefined && param !== ids && !(param in (tool.with ?? {})))
      check.say(`${path}.with`, `${tool.call} requires ${param}, which neither the choice nor a filter gives; name the filter`)
  }
}

const takesFile = (call: CallSpec): boolean => call.does === 'call' && call.takes === 'file'

function checkTools(check: Check): void {
  for (const [name, tool] of Object.entries(check.entity.tools ?? {})) {
    const path = `tools.${name}`
    if (tool.does === 'bin') {
      if (!check.entity.bin) check.say(`${path}.does`, 'the entity has no bin, declare one')
      continue
    }
    const call = declaredCall(check, `${path}.call`, tool.call)
    if (tool.does === 'upload') {
      if (call && !takesFile(call)) check.say(`${path}.call`, `${tool.call} takes no file; say takes: 'file'`)
      continue
    }
    for (const [param, filter] of Object.entries(tool.with ?? {})) {
      if (call) requireKnown(check, `${path}.with`, param, { words: Object.keys(call.params ?? {}), what: 'param' })
      requireKnown(check, `${path}.with.${param}`, filter, { words: filterKeys(check.entity.list), what: 'filter of this list' })
    }
    if (tool.does === 'pick') checkPick(check, path, tool)
  }
}

function checkBatch(check: Check): void {
  for (const [name, batch] of Object.entries(check.entity.batchActions ?? {})) {
    const call = declaredCall(check, `batchActions.${name}.call`, batch.call)
    if (!call) continue
    if (!call.params?.ids && batch.panel === undefined)
      check.say(`batchActions.${name}.call`, `${batch.call} takes no "ids", declare the param`)
    checkValues(check, `batchActions.${name}.values`, { call, values: batch.values ?? {} })
    if (batch.panel !== undefined && check.names.panel)
      requireKnown(check, `batchActions.${name}.panel`, batch.panel, { words: check.names.panel, what: 'panel' })
    checkCondition(check, `batchActions.${name}.each.when`, batch.each?.when)
    for (const key of batch.alike?.fields ?? []) ownField(check, `batchActions.${name}.alike`, key)
    if (batch.orAllOf !== undefined) {
      requireKnown(check, `batchActions.${name}.orAllOf`, batch.orAllOf, {
        words: filterKeys(check.entity.list),
        what: 'filter of this list',
      })
      if (batch.panel === undefined) check.say(`batchActions.${name}.orAllOf`, 'only a panel shows which rows these are, name one')
    }
  }
}

/** A call that is made before another one may only read. */
function checkUnless(check: Check, path: string, name: string): void {
  const first = declaredCall(check, path, name)
  if (first && ((first.does !== 'lookup' && first.does !== 'call') || first.verbs.some((verb) => verb !== 'GET')))
    check.say(path, `${name} is no reading call, name one that answers GET alone`)
}

type Lookup = Extract<CallSpec, { does: 'lookup' }>

/** One row is found by a unique field that is always given, and what is answered instead has values of its fields. */
function checkOneRow(check: Check, path: string, { params = {}, returns, one, instead = {} }: Lookup): void {
  const isUnique = (key: string) => typeof fieldOf(check.entity, key)?.unique === 'string' && params[key]?.required !== undefined
  if (one && !Object.keys(params).some(isUnique)) check.say(`${path}.one`, 'several rows may match, require a param that is unique')
  for (const [key, value] of Object.entries(instead)) {
    if (!one) check.say(`${path}.instead`, 'a list may be empty, answer one row or remove this')
    if (!requireKnown(check, `${path}.instead`, key, { words: returns, what: 'returned field' })) continue
    const field = fieldOf(check.entity, key)
    if (field) requireFit(check, `${path}.instead.${key}`, { field, value })
  }
}

/** What is looked up and answered are fields that everybody who may call sees whole. */
function checkLookup(check: Check, path: string, call: Lookup): void {
  const words = [primaryKeyOf(check.entity), ...Object.keys(check.entity.fields)]
  for (const key of call.returns) {
    requireKnown(check, `${path}.returns`, key, { words, what: 'field' })
    const field = fieldOf(check.entity, key)
    if (isSecret(field)) check.say(`${path}.returns`, `${key} is secret and never read`)
    if (field?.mask) check.say(`${path}.returns`, `${key} is starred, and a look-up does not star; leave it out`)
    if (isHidden(check.entity, key)) check.say(`${path}.returns`, `${key} is hidden from a role, and a look-up hides nothing; leave it out`)
  }
  for (const key of Object.keys(call.params ?? {})) {
    requireKnown(check, `${path}.params`, key, { words, what: 'field to look up by' })
    if (fieldOf(check.entity, key)?.mask) check.say(`${path}.params`, `${key} is starred, so nobody may look up by it; leave it out`)
    if (isHidden(check.entity, key)) check.say(`${path}.params`, `${key} is hidden from a role, so nobody may look up by it; leave it out`)
  }
  checkOneRow(check, path, call)
}

/** The call names a relation, the row at its other end, and the rows that are linked with it. */
function checkLinkCall(check: Check, path: string, call: Extract<CallSpec, { does: 'link' | 'unlink' }>): void {
  const words = Object.keys(call.params ?? {})
  const relation = ownField(check, `${path}.relation`, call.relation)
  if (relation && !isLinked(relation)) check.say(`${path}.relation`, `${call.relation} has no link table, name a relation with "through"`)
  requireKnown(check, `${path}.other`, call.other, { words, what: 'param' })
  if (!words.some((key) => key !== call.other)) check.say(`${path}.params`, 'has no param for the rows that are linked, declare one')
  if (call.does === 'unlink' && call.scope !== undefined) check.say(`${path}.scope`, 'what one does not see cannot be unlinked, remove it')
  if (call.does === 'link' && call.otherwise !== undefined) check.say(`${path}.otherwise`, 'only unlinking can be refused, remove it')
}

function checkCall(check: Check, name: string, call: CallSpec): void {
  const path = `calls.${name}`
  const params = call.params ?? {}
  if (standardPaths.has(name) || check.entity.lists?.[name]) check.say(path, 'the name is taken by a list or a standard call, rename it')
  checkParams(check, `${path}.params`, params)
  for (const [, word = ''] of (call.path ?? '').matchAll(/\{(\w+)\}/g))
    requireKnown(check, `${path}.path`, word, { words: Object.keys(params), what: 'param' })
  if (call.does === 'lookup') checkLookup(check, path, call)
  if (call.does === 'set') {
    checkSet(check, `${path}.values`, call.values)
    if (!params.ids) check.say(`${path}.params`, 'takes no "ids", so it would write nothing; declare the param')
  }
  if (call.does === 'link' || call.does === 'unlink') checkLinkCall(check, path, call)
  if (takesFile(call) && call.verbs.some((verb) => verb !== 'POST'))
    check.say(`${path}.verbs`, "a call that takes a file answers POST alone; say verbs: ['POST']")
  if (call.unless) checkUnless(check, `${path}.unless.call`, call.unless.call)
  if (call.permission !== undefined) {
    const others = [...check.entities.values()].flatMap((entity) =>
      permissionsOf({ ...check, entity }).map((verb) => `${entity.domain}:${entity.name}:${verb}`),
    )
    const words = call.permission.includes(':') ? others : ['public', 'login', ...permissionsOf(check)]
    requireKnown(check, `${path}.permission`, call.permission, { words, what: 'permission' })
  }
}

/** Verbs that can be granted: the standard ones, calls, lists and pages with a permission of their own, moves between states. */
export function permissionsOf(check: Check): string[] {
  const own = Object.entries(callsOf(check)).filter(([, call]) => call.permission === undefined)
  const moves = (check.entity.states ?? []).flatMap(({ call }) => call ?? [])
  const lists = Object.entries({ list: check.entity.list, ...check.entity.lists }).filter(([, list]) => list.menu)
  const pages = [check.entity.treePages, check.entity.screens].flatMap((named) => Object.keys(named ?? {}))
  const history = check.entity.versioned ? ['history'] : []
  return [...standardVerbs, ...own.map(([name]) => name), ...lists.map(([name]) => name), ...pages, ...moves, ...history]
}

/** Buttons, calls and states: everything they name is declared, and every value they send is valid. */
export function checkActions(check: Check): void {
  checkRowActions(check)
  checkTools(check)
  checkBatch(check)
  for (const [name, call] of Object.entries(callsOf(check))) checkCall(check, name, call)
  checkStates(check)
}
