import { randomUUID } from 'node:crypto'
import type { WireRow } from '../../../../engine/schema/index.ts'
import { number, text } from '../../../cells.ts'
import type { Work } from './rows.ts'

/** Write down beside the changes of a result what no changed field tells: who took it over, that a mark was taken back. */
export async function note(
  { tx, actor, engine }: Work,
  result: WireRow,
  what: { operation: 'takeover' | 'undo'; changes: object },
): Promise<void> {
  const { table, name } = engine.model('inspectionResult')
  const { id, version } = result
  const who = { actor_id: actor.id, username: actor.username, role: actor.role, at: engine.now() }
  const row = { id: randomUUID(), entity: name, table_name: table, row_id: text(id), version: number(version), ...who }
  await tx
    .insertInto('sys_audit')
    .values({ ...row, operation: what.operation, changes: JSON.stringify(what.changes) })
    .execute()
}
