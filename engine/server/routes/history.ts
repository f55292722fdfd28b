import { isReference, isSecret } from '../../fields/structure.ts'
import { keyColumnOf, snakeCase } from '../model/model.ts'
import { messages } from '../../fields/messages.ts'
import { choicesOf, labelSource, sharedField } from '../../fields/shared.ts'
import type { AnyField } from '../../schema/index.ts'
import type { ChangedField, RowVersion } from '../../schema/row-version.ts'
import type { Engine, Model, Operation } from '../contract.ts'
import { readChanges, type Changes } from '../write/after/audit.ts'

const MOST_VERSIONS = 200

type Texts = ReadonlyMap<string, ReadonlyMap<unknown, string>>

/** Texts of the rows that a reference of the entity has pointed to. */
async function referenceTexts(engine: Engine, field: AnyField, ids: readonly string[]): Promise<Map<unknown, string>> {
  const target = isReference(field) ? engine.models.get(field.to) : undefined
  if (!target || !isReference(field) || ids.length === 0 || target.entity.fields[field.show]?.mask) return new Map()
  const key = keyColumnOf(target, field)
  const columns = [`${key} as id`, `${snakeCase(field.show)} as text`] as const
  const rows = await engine.db.read.selectFrom(target.table).select(columns).where(key, 'in', ids).execute()
  return new Map(rows.map((row) => [row['id'], String(row['text'] ?? '')]))
}

/** Texts of the values of references and dictionaries, by field. */
export async function changedTexts(engine: Engine, model: Model, all: readonly Changes[]): Promise<Texts> {
  const texts = new Map<string, ReadonlyMap<unknown, string>>()
  for (const [key, field] of Object.entries(model.entity.fields)) {
    const values = new Set(all.flatMap((changes) => changes[key] ?? []).filter((value) => typeof value === 'string' && value !== ''))
    if (isReference(field))
      texts.set(key, await referenceTexts(engine, field, [...new Set([...values].flatMap((value) => String(value).split(',')))]))
    const source = labelSource(field)
    if (source?.from === 'dictionary') {
      const items = (await engine.dictionaries()).get(source.code) ?? []
      texts.set(key, new Map(items.map(({ value, text }) => [value, text])))
    }
  }
  return texts
}

/** What people read for a value, if that differs from it. */
export function changedText(texts: Texts, key: string, field: AnyField, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  if (choicesOf(field)) return sharedField(field).toText(value, field)
  const known = texts.get(key)
  if (!isReference(field) || value === '') return known?.get(value)
  return String(value)
    .split(',')
    .map((id) => known?.get(id) ?? messages.gone)
    .join('、')
}

/** Operations whose changes are values of fields; notes between them have words of their own. */
export const changing: ReadonlySet<string> = new Set<Operation>(['add', 'edit', 'delete', 'restore', 'purge'])

/** A note between the writes, in its own words: it is written for people and names no field. */
const noted = (changes: Changes): ChangedField[] =>
  Object.entries(changes).map(([key, [from, to]]) => ({ field: key, label: '', from, to }))

/** Said of a write whose stored changes cannot be read: that it happened stands. */
const unreadable: ChangedField = { field: '', label: '', from: null, to: '这次修改的内容无法读取' }

function changedFields(model: Model, changes: Changes, texts: Texts): ChangedField[] {
  return Object.entries(changes).flatMap(([key, [from, to]]) => {
    const field = model.entity.fields[key]
    if (!field || field.mask || isSecret(field)) return field ? [{ field: key, label: field.label, from: '***', to: '***' }] : []
    const [fromText, toText] = [changedText(texts, key, field, from), changedText(texts, key, field, to)]
    return [
      { field: key, label: field.label, from, to, ...(fromText !== undefined && { fromText }), ...(toText !== undefined && { toText }) },
    ]
  })
}

/** The last writes of a row, newest first. The caller has checked that the user may see the row. */
export async function historyOf(
  { engine, nameOf }: { engine: Engine; nameOf(username: string): Promise<string | undefined> },
  model: Model,
  id: string,
): Promise<RowVersion[]> {
  const rows = await engine.db.read
    .selectFrom('sys_audit')
    .select(['id', 'version', 'at', 'actor_id', 'username', 'operation', 'changes'])
    .where('table_name', '=', model.table)
    .where('row_id', '=', id)
    .orderBy('version', 'desc')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_VERSIONS)
    .execute()
  const changes = rows.map((row) => readChanges(String(row['changes'])))
  const texts = await changedTexts(
    engine,
    model,
    changes.filter((one) => one !== undefined),
  )
  const told = (operation: string, one: Changes | undefined): ChangedField[] => {
    if (!one) return [unreadable]
    return changing.has(operation) ? changedFields(model, one, texts) : noted(one)
  }
  const names = new Map<string, string>()
  for (const username of new Set(rows.map((row) => String(row['username'])))) names.set(username, (await nameOf(username)) ?? username)
  return rows.map((row, index) => ({
    id: String(row['id']),
    version: Number(row['version']),
    at: String(row['at']),
    userId: String(row['actor_id']),
    realname: names.get(String(row['username'])) ?? '',
    operation: String(row['operation']),
    changes: told(String(row['operation']), changes[index]),
  }))
}
