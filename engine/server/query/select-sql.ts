import { sql, type RawBuilder } from 'kysely'
import { choicesOf, labelSource } from '../../fields/shared.ts'
import { isLinked, isMark, isPointer, isReference, isReferenceList, isSecret } from '../../fields/structure.ts'
import type { FieldOf } from '../../fields/contract.ts'
import type { AnyField } from '../../schema/index.ts'
import type { Model } from '../contract.ts'
import { columnSql, labelPlace, modelField, resolveVia, storedPlace, type FieldPlace, type SqlContext, type Joins } from './column-sql.ts'
import { hiddenOf, unmaskOf, type Masks, type Withheld } from './mask.ts'

const systemKeys = ['createBy', 'createTime', 'updateBy', 'updateTime', 'version'] as const

/** How the display text of a field is found. */
export type LabelOf = { readonly key: string; readonly name: string; readonly text?: string | undefined } & (
  | { readonly kind: 'choices'; readonly texts: ReadonlyMap<string, string> }
  | { readonly kind: 'dictionary'; readonly code: string }
  | { readonly kind: 'joined' }
  /** A comma list of ids in the row itself. */
  | { readonly kind: 'listed'; readonly field: FieldOf<'multiReference'> }
)

interface Column {
  readonly name: string
  readonly place: FieldPlace
}

/** What leaves the server from one entity's rows: secrets, link lists and transient fields are not columns. */
export interface SelectList extends Withheld {
  readonly joins: Joins
  readonly columns: readonly RawBuilder<unknown>[]
  /** Where each column's value is stored. */
  readonly places: readonly Column[]
  readonly labels: readonly LabelOf[]
  /** Relation fields, whose values are rows of a link table. */
  readonly links: readonly string[]
  /** Whether labels or relations have to be read after the rows. */
  readonly isFetching: boolean
  /** The day for which it was built, if one of its columns reads the date. */
  readonly day: string | undefined
}

const isReadable = (field: AnyField): boolean => !isSecret(field) && !field.transient && !isLinked(field) && !isMark(field)

const today = (context: SqlContext): string => context.now().slice(0, 10)

const readsToday = (field: AnyField | undefined): boolean => field?.derive !== undefined && !field.kept

const readsDate = (context: SqlContext, model: Model): boolean =>
  Object.keys(model.entity.fields).some((key) => readsToday(resolveVia(context, model, key)?.field))

function masksOf(context: SqlContext, model: Model): Masks {
  return Object.keys(model.entity.fields).flatMap((key) => {
    const permission = unmaskOf(context, model, key)
    const also = modelField(model, key)?.also
    return permission ? [{ key, permission }, ...(also === undefined ? [] : [{ key: also, permission }])] : []
  })
}

const choiceTexts = (field: AnyField) => new Map(choicesOf(field)?.map(({ value, label }) => [String(value), label]))

/** Columns of a row and of its labels, by wire name, over `alias`. */
export function selectListOf(context: SqlContext, model: Model, alias: string): SelectList {
  const joins: Joins = new Map()
  const columns: RawBuilder<unknown>[] = []
  const places: Column[] = []
  const labels: LabelOf[] = []
  const putAt = (place: FieldPlace, name: string) => {
    columns.push(sql`${columnSql(context, joins, place)} as ${sql.ref(name)}`)
    places.push({ name, place: storedPlace(context, joins, place) ?? place })
  }
  const put = (key: string, name = key) => putAt({ model, alias, key }, name)
  put('id')
  if (model.id !== 'id') put('id', model.id)
  for (const [key, field] of Object.entries(model.entity.fields)) {
    if (key === model.id || !isReadable(field)) continue
    put(key)
    if (field.also !== undefined) put(key, field.also)
    const shown = resolveVia(context, model, key)
    if (!shown) continue
    const name = `${key}_dictText`
    const text = isReference(field) ? field.text : undefined
    const source = labelSource(shown.field)
    if (source?.from === 'choices') labels.push({ key, name, kind: 'choices', texts: choiceTexts(shown.field) })
    if (source?.from === 'dictionary') labels.push({ key, name, kind: 'dictionary', code: source.code })
    if (isReferenceList(shown.field) && !isLinked(shown.field)) labels.push({ key, name, text, kind: 'listed', field: shown.field })
    if (isPointer(shown.field)) {
      putAt(labelPlace(context, joins, { model, alias, key }), name)
      labels.push({ key, name, text, kind: 'joined' })
    }
  }
  const stamps = model.entity.source ? [] : systemKeys
  for (const key of stamps) put(key)
  if (model.binned) put('delFlag')
  const links = model.links.map((field) => field.key)
  return {
    joins,
    columns,
    places,
    labels,
    links,
    isFetching:
      links.length > 0 ||
      Object.values(model.entity.fields).some(isMark) ||
      labels.some(({ kind }) => kind === 'dictionary' || kind === 'listed'),
    masks: masksOf(context, model),
    hidden: hiddenOf(context, model, [...Object.keys(model.entity.fields), ...stamps]),
    day: readsDate(context, model) ? today(context) : undefined,
  }
}

/** The selection of a model, built once; one that reads the date is rebuilt each day. */
export function selectListFor(context: SqlContext & { readonly selections: Map<string, SelectList> }, model: Model): SelectList {
  const known = context.selections.get(model.name)
  if (known && (known.day === undefined || known.day === today(context))) return known
  const made = selectListOf(context, model, 't')
  context.selections.set(model.name, made)
  return made
}
