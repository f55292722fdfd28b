import { sql } from 'kysely'
import { isLinked } from '../../fields/structure.ts'
import { isEmpty } from '../../fields/is-empty.ts'
import type { WireRow } from '../../schema/index.ts'
import type { Actor, DictionaryEntry, Model, Reader } from '../contract.ts'
import { chunksOf } from '../chunks.ts'
import { keyColumnOf, snakeCase } from '../model/model.ts'
import { targetOf, type SqlContext } from './column-sql.ts'
import { putMarks } from './mark-sql.ts'
import { starred, type Withheld } from './mask.ts'
import type { LabelOf, SelectList } from './select-sql.ts'

interface Labels extends SqlContext {
  readonly db: { readonly read: Reader }
  dictionaries(): Promise<ReadonlyMap<string, readonly DictionaryEntry[]>>
}

/** Display text of a comma list, part by part; unknown keys are dropped. */
function textsOf(value: unknown, texts: ReadonlyMap<string, string>): string {
  if (isEmpty(value)) return ''
  const whole = texts.get(String(value))
  if (whole !== undefined) return whole
  return String(value)
    .split(',')
    .map((part) => texts.get(part))
    .filter((text) => text !== undefined)
    .join(',')
}

function putTexts(rows: WireRow[], label: LabelOf, fetched: Fetched): void {
  const { key, name, text } = label
  if (label.kind === 'joined') for (const row of rows) row[name] ??= ''
  else {
    const texts = label.kind === 'choices' ? label.texts : (fetched.get(label) ?? noTexts)
    for (const row of rows) row[name] = textsOf(row[key], texts)
  }
  if (text !== undefined) for (const row of rows) row[text] = row[name]
}

/** Texts that stand neither in the rows nor in the schema. */
type Fetched = ReadonlyMap<LabelOf, ReadonlyMap<string, string>>

const noTexts: ReadonlyMap<string, string> = new Map()
const nothingFetched: Fetched = new Map()

async function fetchTexts(rows: readonly WireRow[], wanted: readonly LabelOf[], labels: Labels): Promise<Fetched> {
  const fetched = new Map<LabelOf, ReadonlyMap<string, string>>()
  for (const label of wanted) {
    if (label.kind === 'listed') fetched.set(label, await listedTexts(rows, label, labels))
    if (label.kind === 'dictionary') fetched.set(label, itemTexts((await labels.dictionaries()).get(label.code)))
  }
  return fetched
}

const itemTextsOf = new WeakMap<readonly DictionaryEntry[], ReadonlyMap<string, string>>()

/** The texts of a dictionary's items by their values. */
function itemTexts(items: readonly DictionaryEntry[] | undefined): ReadonlyMap<string, string> {
  if (!items) return noTexts
  const texts = itemTextsOf.get(items) ?? new Map(items.map((item) => [item.value, item.text]))
  itemTextsOf.set(items, texts)
  return texts
}

/** Texts of the ids in comma lists, one query for all rows. */
async function listedTexts(
  rows: readonly WireRow[],
  { key, field }: Extract<LabelOf, { kind: 'listed' }>,
  labels: Labels,
): Promise<ReadonlyMap<string, string>> {
  const target = targetOf(labels, field)
  const ids = new Set(rows.flatMap((row) => (isEmpty(row[key]) ? [] : String(row[key]).split(','))))
  const texts = new Map<string, string>()
  if (!target) return texts
  for (const part of chunksOf([...ids])) {
    const id = sql.ref(keyColumnOf(target, field))
    const { rows: found } = await sql<{ id: string; text: string | null }>`
      select ${id} as id, ${sql.ref(snakeCase(field.show))} as text
      from ${sql.table(target.table)} where ${id} in (${sql.join(part)})`.execute(labels.db.read)
    for (const { id, text } of found) texts.set(id, text ?? '')
  }
  return texts
}

/** Comma lists of a relation and its display text, one query for all rows. */
async function putLinks(rows: WireRow[], key: string, model: Model, labels: Labels): Promise<void> {
  const field = model.entity.fields[key]
  const target = field && targetOf(labels, field)
  if (!isLinked(field) || !target || !rows.length) return
  const { table, own, other } = field.through
  const ids = rows.map((row) => String(row['id']))
  const { rows: links } = await sql<{ own: string; other: string; text: string }>`
    select ${sql.ref(`l.${own}`)} as own, ${sql.ref(`l.${other}`)} as other, ${sql.ref(`o.${snakeCase(field.show)}`)} as text
    from ${sql.table(table)} as l join ${sql.table(target.table)} as o on ${sql.ref(`o.${target.idColumn}`)} = ${sql.ref(`l.${other}`)}
    where ${sql.ref(`l.${own}`)} in (${sql.join(ids)}) order by ${sql.ref(`l.${other}`)}`.execute(labels.db.read)
  const byRow = Map.groupBy(links, (link) => link.own)
  for (const row of rows) {
    const own = byRow.get(String(row['id'])) ?? []
    const text = own.map((link) => link.text).join(',')
    row[key] = own.map((link) => link.other).join(',')
    if (field.also) row[field.also] = row[key]
    row[`${key}_dictText`] = text
    if (field.text) row[field.text] = text
  }
}

/** Mask fields for readers without the permission, and leave out what is hidden from them. */
function maskRows({ masks, hidden }: Withheld, rows: WireRow[], actor: Actor): WireRow[] {
  for (const name of hidden.get(actor.role) ?? []) for (const row of rows) delete row[name]
  for (const { key, permission } of masks) {
    if (actor.permissions.has(permission)) continue
    for (const row of rows) {
      const value = row[key]
      if (typeof value === 'string') row[key] = starred(value)
    }
  }
  return rows
}

interface Travelling {
  readonly model: Model
  readonly selection: SelectList
  readonly actor: Actor
}

function withTexts(rows: WireRow[], { labels }: SelectList, fetched: Fetched): void {
  for (const label of labels) putTexts(rows, label, fetched)
}

/**
 * Turn database rows into what travels: labels next to values, relations as comma lists, masked or left out what the actor may not
 * see. Rows that have all they need are answered at once.
 */
export function toWire(labels: Labels, travelling: Travelling, rows: WireRow[]): WireRow[] | Promise<WireRow[]> {
  const { selection, actor } = travelling
  if (!rows.length) return rows
  if (selection.isFetching) return fetchThenPut(labels, travelling, rows)
  withTexts(rows, selection, nothingFetched)
  return maskRows(selection, rows, actor)
}

async function fetchThenPut(labels: Labels, { model, selection, actor }: Travelling, rows: WireRow[]): Promise<WireRow[]> {
  withTexts(rows, selection, await fetchTexts(rows, selection.labels, labels))
  for (const key of selection.links) await putLinks(rows, key, model, labels)
  await putMarks(labels.db.read, { model, actor }, rows)
  return maskRows(selection, rows, actor)
}
