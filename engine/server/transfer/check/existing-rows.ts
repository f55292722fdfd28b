import { sql } from 'kysely'
import { isSecret } from '../../../fields/structure.ts'
import type { WireRow } from '../../../schema/index.ts'
import type { Actor, Engine, Model, Reader } from '../../contract.ts'
import { storedValueSql } from '../../query/kept-sql.ts'
import { importColumns } from '../sheet/columns.ts'
import { readLinks } from '../../write/statements/links.ts'
import { holdsOneOf } from './holds-one-of.ts'

/** A stored row that a sheet row refers to. */
export interface ExistingRow {
  readonly id: string
  readonly version: number
  readonly values: WireRow
}

export interface ExistingQuery {
  readonly engine: Engine
  readonly model: Model
  readonly actor: Actor
  /** Where to read: the open transaction while importing. */
  readonly db: Reader
}

/** The values of `keys` as one text; undefined if all of them are empty (a root has no parent, but it has a name). */
export function matchKeyOf(row: WireRow, keys: readonly string[]): string | undefined {
  const parts = keys.map((key) => String(row[key] ?? ''))
  return parts.every((part) => part === '') ? undefined : parts.join('\0')
}

/**
 * Stored rows by their match key, with one query for all these rows. A row in the bin or out of the actor's scope counts as one that
 * does not exist: real uniqueness has its own rule.
 */
export async function existingRows(query: ExistingQuery, rows: readonly WireRow[]): Promise<Map<string, ExistingRow>> {
  const { engine, model, actor, db } = query
  const matchOn = model.entity.import?.matchOn ?? []
  const keyed = rows.filter((row) => matchKeyOf(row, matchOn) !== undefined)
  const found = new Map<string, ExistingRow>()
  if (!keyed.length || !matchOn.length) return found
  const valueOf = new Map(model.stored.map((one) => [one.key, storedValueSql(one, engine.db.dialect, 't')]))
  const wanted = new Set([
    ...matchOn,
    ...importColumns(model)
      .filter((column) => !isSecret(column.field))
      .map((column) => column.key),
  ])
  const columns = [...valueOf].filter(([key]) => wanted.has(key)).map(([key, value]) => sql`${value} as ${sql.ref(key)}`)
  const where = matchOn.map((key) =>
    holdsOneOf(
      valueOf.get(key) ?? sql.ref(`t.${model.idColumn}`),
      keyed.map((row) => row[key]),
    ),
  )
  const own = [sql`${sql.ref(`t.${model.idColumn}`)} as ${sql.ref('#id')}`, sql`t.version as ${sql.ref('#version')}`]
  const { rows: stored } = await sql<
    Record<string, unknown>
  >`select ${sql.join([...own, ...columns])} from ${sql.table(model.table)} as t where ${sql.join([...where, engine.visible(model, actor)], sql` and `)} order by ${sql.ref(`t.${model.idColumn}`)}`.execute(
    db,
  )
  for (const { '#id': id, '#version': version, ...values } of stored) {
    const key = matchKeyOf(values, matchOn)
    const row = { id: String(id), version: Number(version), values }
    if (key !== undefined && !found.has(key)) found.set(key, row)
  }
  const all = [...found.values()]
  const links = await readLinks(
    db,
    model,
    all.map((row) => row.id),
  )
  for (const row of all) Object.assign(row.values, links.get(row.id))
  return found
}
