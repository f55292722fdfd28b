import type { FieldDef, Fields, WireRow } from '../fields/contract.ts'
import { isFollowing } from '../fields/computed.ts'
import { isEmpty } from '../fields/is-empty.ts'
import { messages } from '../fields/messages.ts'
import { sharedField } from '../fields/shared.ts'
import { holds, type AnyCondition } from './condition.ts'
import { takenDefault, takesProblem, takesRules } from './takes.ts'

export type WriteMode = 'add' | 'edit'

/** The part of an entity that a row is checked against; params of calls have `fields` alone. */
export interface RowShape {
  readonly fields: Fields
  readonly form?: {
    readonly showWhen?: Readonly<Record<string, AnyCondition | undefined>>
    readonly keep?: readonly string[]
    readonly alerts?: Readonly<Record<string, string | undefined>>
  }
}

export interface CheckOptions {
  /** The stored row, for relations and conditions over fields that an edit does not contain. */
  readonly stored?: WireRow
  /** 'all': fields that clients may not write are read as well, and null clears a field. */
  readonly fields?: 'all' | undefined
  /** Fields whose value could not be found out, so that nothing can be said of what depends on them. */
  readonly unknown?: readonly string[]
}

export interface CheckedRow {
  /** Values to store, in stored shape. On edit only the fields that the row changes. */
  readonly values: WireRow
  /** The sentence of the first broken rule, by field. */
  readonly problems: Record<string, string>
}

interface Work {
  readonly shape: RowShape
  readonly mode: WriteMode
  readonly options: CheckOptions
  /** Keys to check, in the order of the fields. */
  readonly keys: readonly string[]
  readonly values: WireRow
  readonly problems: Record<string, string>
}

/** Whether a client may give this field a value in this mode. */
export function isWritable(field: FieldDef, mode: WriteMode): boolean {
  if (isFollowing(field)) return false
  return field.readonly !== true && !(mode === 'edit' && (field.readonly === 'edit' || field.readonly === 'given'))
}

/** Read one raw value into `values`, or its sentence into `problems`; absent and ignored values change neither. */
function readField(work: Work, key: string, row: WireRow): void {
  const field = work.shape.fields[key]
  if (!field) return
  const raw = Object.hasOwn(row, key) ? row[key] : undefined
  if (raw === undefined || (raw === null && work.mode === 'edit' && work.options.fields !== 'all')) {
    if (work.mode === 'add') work.values[key] = field.default ?? null
    return
  }
  const reading = sharedField(field).read(raw, field)
  if ('message' in reading) work.problems[key] = reading.message
  else if (reading.value === null && work.mode === 'edit' && field.requiredOn === 'add') return
  else work.values[key] = reading.value === null && raw === null ? (field.default ?? null) : reading.value
}

function conditionFields(condition: AnyCondition): string[] {
  if ('anyOf' in condition) return (condition.anyOf as readonly AnyCondition[]).flatMap(conditionFields)
  if ('allOf' in condition) return (condition.allOf as readonly AnyCondition[]).flatMap(conditionFields)
  return Object.keys(condition)
}

/** Clear the fields that the form would hide, unless they are kept. Returns the fields that this very change makes visible: they may now be required. */
function applyVisibility(work: Work): ReadonlySet<string> {
  const { values, problems, options, mode, shape } = work
  const newlyShown = new Set<string>()
  const known = (key: string): boolean =>
    mode === 'add' || Object.hasOwn(values, key) || (options.stored !== undefined && Object.hasOwn(options.stored, key))
  for (const key of work.keys) {
    const condition = shape.form?.showWhen?.[key]
    if (!condition) continue
    const names = conditionFields(condition)
    if (!names.every(known)) continue
    const touched = names.some((name) => Object.hasOwn(values, name))
    if (holds(condition, { ...options.stored, ...values })) {
      if (touched) newlyShown.add(key)
      continue
    }
    delete problems[key]
    if (shape.form?.keep?.includes(key)) continue
    if (touched || Object.hasOwn(values, key)) values[key] = null
  }
  return newlyShown
}

/** Choices of a new row that nobody made begin with a value that they take in it. */
function startChoices({ shape, mode, keys, values }: Work, row: WireRow): void {
  if (mode !== 'add') return
  for (const key of keys) {
    const field = shape.fields[key]
    const isGiven = Object.hasOwn(row, key) && row[key] !== null && row[key] !== undefined
    if (field && takesRules(field).length && !isGiven) values[key] = takenDefault(field, key, { values }) ?? null
  }
}

/** The sentence for a choice that is not taken in this row, once the choice or what decides on it changes. */
function choiceProblem({ values, problems, options }: Work, key: string, field: FieldDef): string | undefined {
  const rules = takesRules(field)
  if (!rules.length) return undefined
  const deciding = rules.flatMap(({ when }) => (when ? conditionFields(when as AnyCondition) : []))
  const others = deciding.filter((name) => name !== key)
  if (others.some((name) => Object.hasOwn(problems, name) || options.unknown?.includes(name))) return undefined
  const isNew = Object.hasOwn(values, key) && String(values[key]) !== String(options.stored?.[key])
  if (!isNew && !others.some((name) => Object.hasOwn(values, name))) return undefined
  return takesProblem(field, key, { values, stored: options.stored })
}

function isHidden(work: Work, key: string): boolean {
  const condition = work.shape.form?.showWhen?.[key]
  return condition !== undefined && work.values[key] === null && !holds(condition, { ...work.options.stored, ...work.values })
}

/** The sentence for an empty value in a required field. */
function requiredProblem(work: Work, key: string, field: FieldDef): string | undefined {
  if (!field.required || (field.requiredOn === 'add' && work.mode === 'edit')) return undefined
  return isHidden(work, key) ? undefined : field.required
}

/** The sentence of the first relation to another field that the row violates. */
function relationProblem(work: Work, key: string, field: FieldDef): string | undefined {
  const { values, options } = work
  const valueOf = (name: string): unknown => (Object.hasOwn(values, name) ? values[name] : options.stored?.[name])
  const rules = sharedField(field).relations?.(field) ?? []
  return rules.find(({ other, bothWays, isBroken }) => {
    return (bothWays || Object.hasOwn(values, key)) && isBroken(valueOf(key), valueOf(other))
  })?.message
}

/** Whether this edit changes the other side of one of the field's relations. */
const relationTouched = (values: WireRow, field: FieldDef): boolean =>
  sharedField(field)
    .relations?.(field)
    .some(({ other, bothWays }) => bothWays && Object.hasOwn(values, other)) ?? false

function problemOf(work: Work, key: string, newlyShown: ReadonlySet<string>): string | undefined {
  const field = work.shape.fields[key]
  if (!field) return undefined
  const { values, options } = work
  if (!Object.hasOwn(values, key)) {
    const missing = newlyShown.has(key) && options.stored !== undefined && isEmpty(options.stored[key])
    if (missing) return requiredProblem(work, key, field)
    const problem = choiceProblem(work, key, field)
    if (problem !== undefined) return problem
    return relationTouched(values, field) ? relationProblem(work, key, field) : undefined
  }
  const value = values[key]
  if (value === null || value === undefined) return requiredProblem(work, key, field) ?? relationProblem(work, key, field)
  if (typeof value !== 'string' && typeof value !== 'number') return messages.format(field.label)
  return sharedField(field).check?.(value, field) ?? choiceProblem(work, key, field) ?? relationProblem(work, key, field)
}

/** What the form says besides the sentences at these fields. */
export const alertOf = ({ form }: Pick<RowShape, 'form'>, problems: Readonly<Record<string, string>>): string | undefined =>
  Object.keys(problems).flatMap((key) => form?.alerts?.[key] ?? [])[0]

/**
 * Check one row against its fields, in the same way for form, API and import. Only declared fields that clients may write are read. On
 * edit, an absent key and null leave a field unchanged, even a required one, because other clients send whole rows; '' clears it.
 * Defaults are filled in on add, including those of fields that only the server writes.
 */
export function checkRow(shape: RowShape, row: WireRow, mode: WriteMode, options: CheckOptions = {}): CheckedRow {
  const readable = ([, field]: [string, FieldDef]): boolean => isWritable(field, mode) || (options.fields === 'all' && !isFollowing(field))
  const keys = Object.entries(shape.fields)
    .filter(readable)
    .map(([key]) => key)
  const work: Work = { shape, mode, options, keys, values: {}, problems: {} }
  if (mode === 'add') fillServerDefaults(work)
  for (const key of keys) readField(work, key, row)
  startChoices(work, row)
  const newlyShown = applyVisibility(work)
  for (const key of keys) {
    if (Object.hasOwn(work.problems, key)) continue
    const problem = problemOf(work, key, newlyShown)
    if (problem !== undefined) work.problems[key] = problem
  }
  for (const key of [...keys, ...Object.keys(work.values)])
    if (shape.fields[key]?.transient || Object.hasOwn(work.problems, key)) delete work.values[key]
  return { values: work.values, problems: work.problems }
}

function fillServerDefaults({ shape, values }: Work): void {
  for (const [key, field] of Object.entries(shape.fields)) {
    if (field.default !== undefined && !isFollowing(field)) values[key] = field.default
  }
}
