import { isSecret } from '../../fields/structure.ts'
import type { AnyField } from '../../schema/index.ts'
import type { Engine, Model } from '../contract.ts'
import { readChanges, type Changes } from '../write/after/audit.ts'
import { changedText, changedTexts, changing } from './history.ts'

/** One field of a row as a write left it. */
export interface SnapshotValue {
  readonly label: string
  readonly value: unknown
  /** What people read: the text of a reference, a dictionary or an option. */
  readonly text: string
}

/** A row as one write left it, by field. */
export type Snapshot = Readonly<Record<string, SnapshotValue>>

interface Audited {
  readonly id: string
  readonly changes: Changes
}

async function writesOf(engine: Engine, model: Model, rowId: string): Promise<Audited[]> {
  const rows = await engine.db.read
    .selectFrom('sys_audit')
    .select(['id', 'operation', 'changes'])
    .where('table_name', '=', model.table)
    .where('row_id', '=', rowId)
    .orderBy('version')
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: String(row['id']),
    changes: (changing.has(String(row['operation'])) && readChanges(String(row['changes']))) || {},
  }))
}

const hidden = '***'

const plain = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/**
 * A row as each of these writes left it, read from the changes of all its writes; secret and starred values stay starred. The caller has
 * checked that the user may see the writes.
 */
export async function snapshotsOf(engine: Engine, models: readonly Model[], rowId: string): Promise<ReadonlyMap<string, Snapshot>> {
  const [model] = models
  if (!model) return new Map()
  const writes = await writesOf(engine, model, rowId)
  const fields: Readonly<Record<string, AnyField>> = Object.assign({}, ...models.map(({ entity }) => entity.fields))
  const texts = new Map<string, ReadonlyMap<unknown, string>>()
  const all = writes.map(({ changes }) => changes)
  for (const one of models) for (const [key, known] of await changedTexts(engine, one, all)) texts.set(key, known)
  const spoken = (key: string, field: AnyField, value: unknown): SnapshotValue =>
    field.mask || isSecret(field)
      ? { label: field.label, value: hidden, text: hidden }
      : { label: field.label, value, text: changedText(texts, key, field, value) ?? plain(value) }

  // What a write says a value was before is what it was since the beginning, for rows older than their first audit row.
  const values: Record<string, unknown> = {}
  for (const { changes } of writes) for (const [key, [before]] of Object.entries(changes)) if (!(key in values)) values[key] = before
  const snapshots = new Map<string, Snapshot>()
  for (const { id, changes } of writes) {
    for (const [key, [, after]] of Object.entries(changes)) values[key] = after
    const known = Object.entries(fields).flatMap(([key, field]) => (key in values ? [[key, spoken(key, field, values[key])] as const] : []))
    snapshots.set(id, Object.fromEntries(known))
  }
  return snapshots
}
