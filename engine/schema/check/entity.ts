import { isSystemField } from '../system-fields.ts'
import { sharedField } from '../../fields/shared.ts'
import { isStored } from '../../fields/computed.ts'
import { isPointer, isReference, isRowReference, isSecret, isTreeReference } from '../../fields/structure.ts'
import { optionsOf } from '../../fields/options.ts'
import { permissionsOf, standardPaths } from './actions.ts'
import { checkBookings } from './bookings.ts'
import {
  fieldOf,
  requireFit,
  isHidden,
  primaryKeyOf,
  requireKnown,
  requireDistinct,
  otherEntity,
  ownField,
  type Check,
} from './assertions.ts'
import { checkLinks } from './links.ts'
import { checkMenuGroup, filterField, requireMax } from './lists.ts'
import { checkRowsBeside } from './rows-beside.ts'
import type { AnyEntity, FieldDef } from '../index.ts'

function checkMatch(check: Check, columns: readonly string[], matchOn: readonly string[]): void {
  if (!matchOn.length) check.say('import.matchOn', 'without a key a second import doubles every row, name one')
  for (const key of matchOn) {
    const field = ownField(check, 'import.matchOn', key)
    if (field && !isStored(field)) check.say('import.matchOn', `${key} is not stored, match on a stored field`)
    if (field && !columns.includes(key)) check.say('import.matchOn', `the sheet has no ${key}, add it to the columns`)
  }
}

/** A call that is not offered has no other address either. */
function checkPaths(check: Check): void {
  const { disable, paths = {} } = check.entity.endpoints
  for (const verb of disable ?? [])
    if (verb in paths) check.say(`endpoints.paths.${verb}`, `${verb} is disabled in endpoints, allow it or remove this`)
}

function checkImport(check: Check): void {
  const sheet = check.entity.import
  if (!sheet) return
  const { endpoints, fields } = check.entity
  if (endpoints.disable?.includes('importExcel')) check.say('import', 'importExcel is disabled in endpoints, allow it or remove this')
  requireDistinct(check, 'import.columns', sheet.columns)
  const labels: string[] = []
  for (const key of sheet.columns) {
    const field = ownField(check, 'import.columns', key)
    if (!field) continue
    labels.push(field.label)
    const server = field.readonly === true || field.derive !== undefined || field.transient
    if (server || optionsOf(field).importable === false) check.say('import.columns', `${key} cannot come from a sheet, remove the column`)
  }
  requireDistinct(check, 'import.columns labels', labels)
  const columns = sheet.within === undefined ? sheet.columns : [sheet.within, ...sheet.columns]
  if (sheet.within !== undefined) {
    const within = ownField(check, 'import.within', sheet.within)
    if (within && (!isRowReference(within) || within.key !== undefined))
      check.say('import.within', `${sheet.within} is no reference, name the reference that holds the rows`)
    if (sheet.columns.includes(sheet.within)) check.say('import.within', `${sheet.within} is a column too, remove the column`)
  }
  checkMatch(check, columns, sheet.matchOn)
  for (const [key, field] of Object.entries(fields)) {
    if (field.required && field.default === undefined && !isSecret(field) && !columns.includes(key)) {
      check.say('import.columns', `${key} is required but not in the sheet, so nothing can be imported; add the column`)
    }
  }
}

function checkTree(check: Check): void {
  const { tree, name } = check.entity
  if (!tree) return
  const parent = ownField(check, 'tree.parent', tree.parent)
  if (parent && (!isTreeReference(parent) || parent.to !== name)) check.say('tree.parent', `${tree.parent} is no tree reference to ${name}`)
  ownField(check, 'tree.title', tree.title)
  if (tree.order !== undefined) ownField(check, 'tree.order', tree.order)
  const code = tree.code === undefined ? undefined : ownField(check, 'tree.code', tree.code)
  if (code && code.readonly !== true) check.say('tree.code', `${tree.code} is made by the server, make it readonly`)
  const level = tree.level === undefined ? undefined : ownField(check, 'tree.level', tree.level)
  if (level && level.readonly !== true) check.say('tree.level', `${tree.level} is made by the server, make it readonly`)
  if (level && !code) check.say('tree.level', 'the level follows from the code, name its field as tree.code')
  const calls = Object.values(tree.calls ?? {})
  requireDistinct(check, 'tree.calls', calls)
  for (const call of calls.filter((name) => name !== 'list' || tree.calls?.nested !== name))
    if (standardPaths.has(call) || check.entity.calls?.[call] || check.entity.lists?.[call])
      check.say('tree.calls', `${call} is taken by a list or another call, rename it`)
}

function checkChildren(check: Check): void {
  for (const [index, child] of (check.entity.children ?? []).entries()) {
    const other = otherEntity(check, `children[${index}].entity`, child.entity)
    if (!other) continue
    requireKnown(check, `children[${index}].by`, child.by, { words: Object.keys(other.fields), what: `field of ${child.entity}` })
    const back = fieldOf(other, child.by)
    const isOne = child.shown === 'form'
    if (isOne && (typeof back?.unique !== 'string' || !other.form))
      check.say(`children[${index}].shown`, `a row may have several ${child.entity}, or they have no form; show them in a drawer`)
    if (back && (!isReference(back) || back.to !== check.entity.name || (back.key !== undefined && !isOne)))
      check.say(`children[${index}].by`, `${child.entity}.${child.by} does not refer to ${check.entity.name}`)
    if (child.panel !== undefined && check.names.panel)
      requireKnown(check, `children[${index}].panel`, child.panel, { words: check.names.panel, what: 'panel' })
    if (child.list !== undefined)
      requireKnown(check, `children[${index}].list`, child.list, { words: Object.keys(other.lists ?? {}), what: `list of ${child.entity}` })
    const shown = child.list === undefined ? other.list : other.lists?.[child.list]
    const theirs = (shown?.filters ?? []).map(filterField)
    for (const [key, own] of Object.entries(child.with ?? {})) {
      requireKnown(check, `children[${index}].with`, key, { words: theirs, what: `filter of ${child.entity}` })
      ownField(check, `children[${index}].with.${key}`, own)
    }
    checkLinks(check, `children[${index}]`, { child, other })
    for (const [count, limit] of Object.entries(child.addWhile ?? {}))
      for (const key of [count, limit]) ownField(check, `children[${index}].addWhile`, key)
    if (back && !theirs.includes(child.by))
      check.say(`children[${index}].by`, `${child.entity} cannot be filtered by ${child.by}, add it to its list's filters`)
  }
}

/** The entity that the last step of a scope path points to. */
function endOf(check: Check, path: string, steps: readonly string[]): string | undefined {
  let entity: AnyEntity | undefined = check.entity
  for (const step of steps) {
    if (!entity) return undefined
    if (step === primaryKeyOf(entity)) return steps.at(-1) === step ? entity.name : undefined
    requireKnown(check, path, step, { words: [primaryKeyOf(entity), ...Object.keys(entity.fields)], what: `field of ${entity.name}` })
    const field: FieldDef | undefined = fieldOf(entity, step)
    if (!field) return undefined
    if (!isPointer(field) || field.key !== undefined) {
      check.say(path, `${entity.name}.${step} is no stored reference, go by references only`)
      return undefined
    }
    if (step === steps.at(-1)) return field.to
    entity = check.entities.get(field.to)
  }
  return undefined
}

function checkScope(check: Check): void {
  const { scope } = check.entity
  if (scope === 'none') return
  if (!Object.keys(scope).length) check.say('scope', 'names no scope; write the path, or "none" when everyone sees all rows')
  for (const [word, path] of Object.entries(scope)) {
    if (check.names.scope) requireKnown(check, 'scope', word, { words: check.names.scope, what: 'scope' })
    if (path === undefined) continue
    const end = endOf(check, `scope.${word}`, path.split('.'))
    if (end !== undefined && check.entities.has(word) && end !== word)
      check.say(`scope.${word}`, `"${path}" ends at ${end}, not at ${word}`)
  }
}

function checkAccess(check: Check): void {
  const words = [...permissionsOf(check), 'unmask', ...(check.entity.bin ? ['restore', 'purge'] : [])]
  for (const [role, grant] of Object.entries(check.entity.access.grants)) {
    if (check.names.role) requireKnown(check, 'access.grants', role, { words: check.names.role, what: 'role' })
    if (Array.isArray(grant))
      for (const verb of grant as readonly string[]) requireKnown(check, `access.grants.${role}`, verb, { words, what: 'permission' })
  }
}

/** Grants that show all values of a row: to write rows, and to read what others wrote. */
const whole = ['add', 'edit', 'import', 'history']

function checkHidden(check: Check): void {
  const { grants, hidden = {} } = check.entity.access
  for (const [role, keys] of Object.entries(hidden)) {
    const path = `access.hidden.${role}`
    if (check.names.role) requireKnown(check, 'access.hidden', role, { words: check.names.role, what: 'role' })
    for (const key of keys ?? [])
      requireKnown(check, path, key, { words: [...Object.keys(check.entity.fields), 'createBy', 'updateBy'], what: 'field' })
    const grant = Object.entries(grants).find(([name]) => name === role)?.[1]
    if (grant === 'all' || whole.some((verb) => Array.isArray(grant) && grant.includes(verb)))
      check.say(path, `role ${role} may write rows or read their history, which shows them whole; take away that grant or this`)
  }
}

function checkFeed(check: Check): void {
  for (const [word, key] of Object.entries(check.entity.feed ?? {})) {
    if (check.names.topic) requireKnown(check, 'feed', word, { words: check.names.topic, what: 'topic' })
    const field = ownField(check, `feed.${word}`, key)
    if (field && (!isStored(field) || isSecret(field))) check.say(`feed.${word}`, `${key} is not stored or secret, name a stored field`)
  }
}

function checkRemember(check: Check): void {
  const { entity, entities } = check
  if (!entity.remember) return
  const fields = [...entities.values()].flatMap((other) => Object.values(other.fields))
  if (!fields.some((field) => isRowReference(field) && field.to === entity.name))
    check.say('remember', 'nothing refers to it, so nothing asks for it; remove the word')
  if (fieldOf(entity, entity.label)?.mask)
    check.say('remember', `${entity.label} is starred, so the header cannot name the row; remove the word`)
}

function checkSearch(check: Check): void {
  requireDistinct(check, 'search', check.entity.search ?? [])
  for (const key of check.entity.search ?? []) {
    const field = ownField(check, 'search', key)
    if (!field) continue
    if (!isStored(field) || sharedField(field).words !== 'line') check.say('search', `${key} is no stored line of text, name one`)
    requireMax(check, `fields.${key}`, field)
    if (field.mask || isHidden(check.entity, key)) check.say('search', `${key} is starred or hidden, and a search would tell it; remove it`)
  }
}

function checkOf(check: Check): void {
  const { entity } = check
  for (const [key, value] of Object.entries(entity.where ?? {})) {
    const field = ownField(check, 'where', key)
    if (field && value !== undefined) requireFit(check, `where.${key}`, { field, value })
  }
  if (entity.of === undefined) return
  const base = otherEntity(check, 'of', entity.of)
  if (!base) return
  if (base.of !== undefined) check.say('of', `${entity.of} is itself a part of ${base.of}, name ${base.of}`)
  if (entity.table !== undefined && entity.table !== base.table) check.say('table', `${entity.of} lives in ${base.table}, so must this`)
  if (primaryKeyOf(entity) !== primaryKeyOf(base)) check.say('id', `${entity.of} is keyed by ${primaryKeyOf(base)}, so must this be`)
  const keeps = ['delete', 'deleteBatch'].every((verb) => entity.endpoints.disable?.some((off) => off === verb))
  if (Boolean(entity.bin) !== Boolean(base.bin) && !(base.bin && keeps))
    check.say('bin', `${entity.of} ${base.bin ? 'has a bin' : 'has no bin'}, and rows of one table must agree`)
  if (!entity.where && entity.scope === 'none') check.say('where', `say which rows of ${entity.of} these are`)
  for (const [key, field] of Object.entries(entity.fields)) {
    const twin = fieldOf(base, key)
    if (isStored(field) && twin && twin.type !== field.type)
      check.say(`fields.${key}.type`, `is ${twin.type} in ${entity.of}, and the column is shared`)
  }
}

const writes: NonNullable<AnyEntity['endpoints']['disable']> = ['add', 'edit', 'delete', 'deleteBatch', 'importExcel']

/** A table of the application is only read: nothing that writes rows, or that needs columns of the engine's own, is declared. */
function checkSource(check: Check): void {
  const { entity } = check
  if (!entity.source) return
  if (entity.table === undefined) check.say('source', "the application's table has a name, give it as table")
  for (const verb of writes) if (!entity.endpoints.disable?.includes(verb)) check.say('source', `its rows are only read, disable ${verb}`)
  for (const word of ['of', 'form', 'bin', 'tree', 'import', 'states', 'versioned', 'feed', 'search'] as const)
    if (entity[word] !== undefined) check.say('source', `its rows are only read, remove ${word}`)
}

/** What concerns the entity as a whole: label, import, tree, children, scope, grants, feed, shared table. */
export function checkEntity(check: Check): void {
  const { entity } = check
  if (check.names.domain) requireKnown(check, 'domain', entity.domain, { words: check.names.domain, what: 'domain' })
  const label = ownField(check, 'label', entity.label)
  if (label && (!isStored(label) || isSecret(label))) check.say('label', `${entity.label} is not stored or secret, name a stored field`)
  for (const columns of entity.indexes ?? []) {
    for (const key of columns) {
      if (isSystemField(key)) continue
      const field = ownField(check, 'indexes', key)
      if (field && !isStored(field)) check.say('indexes', `${key} has no column, remove it`)
    }
  }
  const bin = typeof entity.bin === 'object' ? entity.bin : undefined
  for (const key of bin?.columns ?? []) ownField(check, 'bin.columns', key)
  const ids = bin ? [bin.restore, bin.purge] : []
  for (const [, word = ''] of ids.flatMap((call) => (call ? [...call.path.matchAll(/\{(\w+)\}/g)].map((hit) => [call.ids, hit[1]]) : []))) {
    if (!ids.some((call) => call?.ids === word)) check.say('bin', `{${word}} in the path is not the name of its ids`)
  }
  checkMenuGroup(check, 'menu.group', entity.menu?.group)
  checkSource(check)
  checkBookings(check)
  checkImport(check)
  checkPaths(check)
  checkRowsBeside(check)
  checkTree(check)
  checkChildren(check)
  checkScope(check)
  checkAccess(check)
  checkHidden(check)
  checkFeed(check)
  checkRemember(check)
  checkSearch(check)
  checkOf(check)
}
