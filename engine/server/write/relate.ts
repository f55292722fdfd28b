import { sql } from 'kysely'
import { chunksOf } from '../chunks.ts'
import type { Tx } from '../contract.ts'
import type { RelateRequest, Related } from '../model/relation.ts'
import { currentRequest } from '../http/current-request.ts'
import { NotFound } from '../errors.ts'
import type { Changes } from './after/audit.ts'
import { newId } from './statements/new-id.ts'
import { storedRows } from './statements/stored-rows.ts'
import type { WriteContext } from './step.ts'

const textOf = (ids: readonly string[]): string | null => ids.join(',') || null

/** What the row's relation holds now; nobody else changes it, because the row is locked. */
async function heldBy(tx: Tx, { id, through }: RelateRequest): Promise<string[]> {
  const { rows } = await sql<{ other: string }>`select ${sql.ref(through.other)} as other from ${sql.table(through.table)}
    where ${sql.ref(through.own)} = ${id} order by 1`.execute(tx)
  return rows.map(({ other }) => other)
}

async function store(tx: Tx, { id, through }: RelateRequest, { added, removed }: Related): Promise<void> {
  const { table, own, other } = through
  for (const some of chunksOf(removed))
    await sql`delete from ${sql.table(table)} where ${sql.ref(own)} = ${id} and ${sql.ref(other)} in (${sql.join(some)})`.execute(tx)
  for (const some of chunksOf(added)) {
    const rows = sql.join(some.map((one) => sql`(${id}, ${one})`))
    await sql`insert into ${sql.table(table)} (${sql.ref(own)}, ${sql.ref(other)}) values ${rows}`.execute(tx)
  }
}

/**
 * Give a row's relation exactly these ids. Only the difference to the database is written, so what else its table knows of an id that
 * stays is kept; the row counts as written, and its audit says what came and what went.
 */
export async function relate(context: WriteContext, tx: Tx, request: RelateRequest): Promise<Related> {
  const { engine } = context
  const { actor, id, name } = request
  const model = engine.model(request.entity)
  const row = (await storedRows(context, tx, { model, ids: [id], actor, lock: true })).get(id)
  if (!row) throw new NotFound()
  const held = await heldBy(tx, request)
  const wanted = new Set(request.to)
  const before = new Set(held)
  const related = { added: [...wanted].filter((one) => !before.has(one)), removed: held.filter((one) => !wanted.has(one)) }
  if (!related.added.length && !related.removed.length) return related
  await request.check?.(related)
  context.transactions.note(tx, model.name)
  await store(tx, request, related)
  const version = Number(row['version']) + 1
  const at = engine.now()
  const { username } = actor
  await tx.updateTable(model.table).set({ version, update_by: username, update_time: at }).where(model.idColumn, '=', id).execute()
  const changes = { removed: [textOf(related.removed), null], added: [null, textOf(related.added)] } satisfies Changes
  const written = { entity: model.name, table_name: model.table, row_id: id, version, operation: name, changes: JSON.stringify(changes) }
  const by = { actor_id: actor.id, username, role: actor.role, at, request_id: currentRequest() ?? null }
  await tx
    .insertInto('sys_audit')
    .values({ id: newId(), ...written, ...by })
    .execute()
  return related
}
