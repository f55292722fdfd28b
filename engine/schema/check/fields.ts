import { kindOf, sharedField } from '../../fields/shared.ts'
import {
  isCount,
  isLinked,
  isMark,
  isPointer,
  isReference,
  isRowReference,
  isSecret,
  isTreeReference,
  isVia,
  type ReferenceField,
} from '../../fields/structure.ts'
import { isFollowing, isStored } from '../../fields/computed.ts'
import { optionsOf } from '../../fields/options.ts'
import { patterns } from '../../fields/patterns.ts'
import type { FieldDef, FieldOf } from '../../fields/contract.ts'
import type { AnyEntity } from '../entity.ts'
import { systemFields } from '../system-fields.ts'
import { checkChooseIn } from './choosing.ts'
import { checkTakes } from './takes.ts'
import { fieldOf, requireFit, isHidden, primaryKeyOf, requireKnown, otherEntity, ownField, type Check } from './assertions.ts'

/** Keys that rows and queries use themselves. */
const reserved = new Set(
  'version _base createBy createTime updateBy updateTime delFlag pageNo pageSize column order selections field keyword ids _t'.split(' '),
)

/** Of these, a table of the application may have columns of its own. */
const ownStamps = new Set(['version', ...Object.keys(systemFields)])

function checkKey(check: Check, key: string, path = `fields.${key}`): void {
  if (!/^[a-z][A-Za-z0-9]*$/.test(key)) check.say(path, 'a field key is a camelCase name of letters and digits, rename it')
  const isOwn = check.entity.source !== undefined && ownStamps.has(key)
  if ((reserved.has(key) && !isOwn) || key === 'id') check.say(path, 'the engine uses this name itself, rename the field')
  if (key === primaryKeyOf(check.entity)) check.say(path, 'this is the primary key, which every table has; remove the field')
  if (/_dictText$|_begin$|_end$/.test(key)) check.say(path, 'the ending has a meaning on the wire, rename the field')
}

/** Choices are shown and narrowed by unmasked values, so these fields must not be masked or hidden. */
function checkUnstarred(check: Check, path: string, { target, key }: { target: AnyEntity; key: string }): void {
  if (fieldOf(target, key)?.mask) check.say(path, `${target.name}.${key} is starred, and choices are not; name another field`)
  if (isHidden(target, key)) check.say(path, `${target.name}.${key} is hidden from a role, and choices are not; name another field`)
}

/** A value that is held instead of an id finds one row, and everybody who may choose may know it. */
function checkHeldKey(check: Check, path: string, { field, target }: { field: ReferenceField; target: AnyEntity }): void {
  if (field.key === undefined) return
  if (isTreeReference(field) || isLinked(field)) check.say(`${path}.key`, 'a tree and a link table hold ids, remove it')
  requireKnown(check, `${path}.key`, field.key, { words: Object.keys(target.fields), what: `field of ${field.to}` })
  const key = fieldOf(target, field.key)
  if (key && (typeof key.unique !== 'string' || !key.required))
    check.say(`${path}.key`, `${field.to}.${field.key} is not unique and required, so it does not name one row`)
  checkUnstarred(check, `${path}.key`, { target, key: field.key })
}

function checkChoice(check: Check, path: string, field: ReferenceField): void {
  const target = otherEntity(check, `${path}.to`, field.to)
  for (const [own, other] of Object.entries(field.dependsOn ?? {})) {
    ownField(check, `${path}.dependsOn`, own)
    if (target) requireKnown(check, `${path}.dependsOn.${own}`, other, { words: Object.keys(target.fields), what: `field of ${field.to}` })
    if (target) checkUnstarred(check, `${path}.dependsOn.${own}`, { target, key: other })
  }
  if (!target) return
  requireKnown(check, `${path}.show`, field.show, { words: Object.keys(target.fields), what: `field of ${field.to}` })
  const shown = fieldOf(target, field.show)
  if (shown && !isStored(shown)) check.say(`${path}.show`, `${field.to}.${field.show} is not stored, show a stored field`)
  if (isSecret(shown)) check.say(`${path}.show`, `${field.to}.${field.show} is secret, show another field`)
  checkUnstarred(check, `${path}.show`, { target, key: field.show })
  checkHeldKey(check, path, { field, target })
  if (field.beside) {
    checkUnstarred(check, `${path}.beside`, { target, key: field.beside })
    requireKnown(check, `${path}.beside`, field.beside, { words: Object.keys(target.fields), what: `field of ${field.to}` })
    const beside = fieldOf(target, field.beside)
    if (beside && !isStored(beside)) check.say(`${path}.beside`, `${field.to}.${field.beside} is not stored, name a stored field`)
  }
  if (field.preselect) {
    checkUnstarred(check, `${path}.preselect`, { target, key: field.preselect })
    requireKnown(check, `${path}.preselect`, field.preselect, { words: Object.keys(target.fields), what: `field of ${field.to}` })
    const preselect = fieldOf(target, field.preselect)
    if (preselect && kindOf(preselect) !== 'boolean') check.say(`${path}.preselect`, `${field.to}.${field.preselect} is no switch`)
  }
  checkChooseIn(check, path, { field, target })
  if (isTreeReference(field) && !target.tree) check.say(`${path}.to`, `${field.to} is no tree, use a reference or give it "tree"`)
}

function checkVia(check: Check, path: string, field: FieldOf<'via'>): void {
  const by = ownField(check, `${path}.by`, field.by)
  if (!by) return
  if (!isPointer(by)) {
    check.say(`${path}.by`, `${field.by} is no reference, go by a reference of this entity`)
    return
  }
  const target = check.entities.get(by.to)
  if (!target) return
  requireKnown(check, `${path}.field`, field.field, { words: Object.keys(target.fields), what: `field of ${by.to}` })
  if (isSecret(fieldOf(target, field.field))) check.say(`${path}.field`, `${by.to}.${field.field} is secret and never read`)
}

function checkCount(check: Check, path: string, field: FieldOf<'count'>): void {
  const other = otherEntity(check, `${path}.of`, field.of)
  if (!other) return
  requireKnown(check, `${path}.whose`, field.whose, { words: Object.keys(other.fields), what: `field of ${field.of}` })
  for (const [key, value] of Object.entries(field.where ?? {})) {
    requireKnown(check, `${path}.where`, key, { words: Object.keys(other.fields), what: `field of ${field.of}` })
    const counted = fieldOf(other, key)
    if (counted && !isStored(counted)) check.say(`${path}.where.${key}`, 'the field is not stored, name a stored one')
    if (counted) requireFit(check, `${path}.where.${key}`, { field: counted, value })
  }
  if (other.where)
    check.say(`${path}.of`, `${field.of} is a part of its table, whose other rows would be counted too; count a whole entity`)
  const back = fieldOf(other, field.whose)
  if (back && (!isRowReference(back) || back.to !== check.entity.name || back.key !== undefined))
    check.say(`${path}.whose`, `${field.of}.${field.whose} does not refer to ${check.entity.name}, name the reference that does`)
}

function checkRelations(check: Check, path: string, field: FieldDef): void {
  for (const { option, other } of sharedField(field).relations?.(field) ?? []) {
    const found = ownField(check, `${path}.${option}.field`, other)
    if (found && found.type !== field.type) check.say(`${path}.${option}.field`, `${other} is no ${field.type}, compare like with like`)
  }
}

function checkFormatting(check: Check, path: string, field: FieldDef): void {
  if (!('formattedWhen' in field) || !field.formattedWhen) return
  ownField(check, `${path}.formattedWhen.field`, field.formattedWhen.field)
}

function checkUnique(check: Check, path: string, field: FieldDef): void {
  if (!field.unique) return
  if (!isStored(field)) check.say(`${path}.unique`, 'only stored values can be compared, remove it')
  if (typeof field.unique === 'string') return
  for (const key of field.unique.within) {
    const other = ownField(check, `${path}.unique.within`, key)
    if (other && !isStored(other)) check.say(`${path}.unique.within`, `${key} is not stored, name a stored field`)
  }
}

function checkBounds(check: Check, path: string, field: FieldDef): void {
  if (!('min' in field) && !('max' in field)) return
  const min = 'min' in field ? field.min?.is : undefined
  const max = 'max' in field ? (typeof field.max === 'number' ? field.max : field.max?.is) : undefined
  if (min !== undefined && max !== undefined && min > max) check.say(`${path}.min`, `${min} is above the maximum ${max}`)
}

function checkOptions(check: Check, path: string, field: FieldDef): void {
  optionsOf(field).check?.(field, {
    names: check.names,
    say: (option, problem) => check.say(`${path}.${option}`, problem),
    known: (option, word, among) => requireKnown(check, `${path}.${option}`, word, among),
  })
  if (field.default !== undefined) requireFit(check, `${path}.default`, { field, value: field.default })
  if (field.derive && check.names.derive)
    requireKnown(check, `${path}.derive`, field.derive, { words: check.names.derive, what: 'derivation' })
  if ('pattern' in field && field.pattern)
    requireKnown(check, `${path}.pattern.is`, field.pattern.is, { words: Object.keys(patterns), what: 'pattern' })
}

function checkUse(check: Check, path: string, field: FieldDef): void {
  const serverOnly = field.readonly === true || isFollowing(field)
  if (field.required && serverOnly) check.say(`${path}.required`, 'nobody can be asked for a field that only the server writes, remove it')
  if (field.later && !field.required) check.say(`${path}.later`, 'nothing is required that could come later, remove it')
  if (field.later && field.unique && !isReference(field))
    check.say(`${path}.later`, 'rows are told apart by the field, so every row needs one, remove it')
  if (field.requiredOn && !field.required) check.say(`${path}.requiredOn`, 'there is no "required" sentence to show, add it')
  if (field.kept && !field.derive) check.say(`${path}.kept`, 'only a derived value is kept, name its derivation or remove this')
  if (field.index && !isStored(field)) check.say(`${path}.index`, 'the field has no column, remove it')
  if (field.renamedFrom && fieldOf(check.entity, field.renamedFrom)) check.say(`${path}.renamedFrom`, `${field.renamedFrom} still exists`)
  if (field.mask && !optionsOf(field).maskable) check.say(`${path}.mask`, 'only text can be starred')
}

/** Params of calls are fields too; checks that need a table do not apply to them. */
export function checkParams(check: Check, path: string, fields: Readonly<Record<string, FieldDef>>): void {
  for (const [key, field] of Object.entries(fields)) {
    const paramPath = `${path}.${key}`
    if (isReference(field)) checkChoice(check, paramPath, field)
    checkBounds(check, paramPath, field)
    checkOptions(check, paramPath, field)
    for (const { option, other } of sharedField(field).relations?.(field) ?? [])
      requireKnown(check, `${paramPath}.${option}.field`, other, { words: Object.keys(fields), what: 'param' })
  }
}

const textName = (field: FieldDef): string | undefined => (isReference(field) ? field.text : undefined)

/** All names under which a row's values travel, except this one of the field itself. */
function otherNames({ entity }: Check, key: string, word: 'also' | 'text'): string[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    const further = { also: field.also, text: textName(field) }
    if (name === key) delete further[word]
    return [name, further.also, further.text].filter((one) => one !== undefined)
  })
}

/** A further name of a value or of its text must not be taken. */
function checkFurtherName(check: Check, key: string, { word, name }: { word: 'also' | 'text'; name: string | undefined }): void {
  if (name === undefined) return
  const path = `fields.${key}.${word}`
  checkKey(check, name, path)
  const twin = otherNames(check, key, word).find((taken) => taken.toLowerCase() === name.toLowerCase())
  if (twin !== undefined) check.say(path, `${twin} is a name already, choose another`)
}

/** Only plain values and lists of ids may have a second name. */
function checkOtherNames(check: Check, key: string, field: FieldDef): void {
  checkFurtherName(check, key, { word: 'also', name: field.also })
  checkFurtherName(check, key, { word: 'text', name: textName(field) })
  if (field.also === undefined || isLinked(field)) return
  if (!isStored(field) || optionsOf(field).renamable === false)
    check.say(`fields.${key}.also`, 'only plain stored values have another name, remove it')
}

/** Every field on its own and in relation to the entities it points to. */
export function checkFields(check: Check): void {
  const columns = new Map<string, string>()
  for (const [key, field] of Object.entries(check.entity.fields)) {
    const path = `fields.${key}`
    checkKey(check, key)
    const twin = columns.get(key.toLowerCase())
    if (twin) check.say(path, `differs from ${twin} in capitals only, rename one`)
    columns.set(key.toLowerCase(), key)
    checkOtherNames(check, key, field)
    if (isReference(field)) checkChoice(check, path, field)
    if (isVia(field)) checkVia(check, path, field)
    if (isCount(field)) checkCount(check, path, field)
    if (isMark(field) && field.seenBy !== undefined)
      requireKnown(check, `${path}.seenBy`, field.seenBy, { words: Object.keys(check.entity.calls ?? {}), what: 'call' })
    checkRelations(check, path, field)
    checkFormatting(check, path, field)
    checkUnique(check, path, field)
    checkBounds(check, path, field)
    checkOptions(check, path, field)
    checkTakes(check, key, field)
    checkUse(check, path, field)
  }
}
