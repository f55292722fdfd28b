import { chunksOf, newId } from '../../../../engine/server/index.ts'
import type { InspectionContext } from './rows.ts'

/** A result, at the version that the note is about. */
interface Noted {
  readonly id: string
  readonly version: number
}

interface What {
  readonly operation: 'takeover' | 'undo'
  readonly changes: object
}

/** Record beside the changes of results what no changed field shows: who took one over, that marks were undone. */
export async function noteAll(
  { tx, actor, engine }: InspectionContext,
  results: readonly Noted[],
  { operation, changes }: What,
): Promise<void> {
  const { table, name } = engine.model('inspectionResult')
  const who = { actor_id: actor.id, username: actor.username, role: actor.role, at: engine.now() }
  const rows = results.map(({ id, version }) => ({
    id: newId(),
    entity: name,
    table_name: table,
    row_id: id,
    version,
    ...who,
    operation,
    changes: JSON.stringify(changes),
  }))
  for (const some of chunksOf(rows)) await tx.insertInto('sys_audit').values(some).execute()
}

/** Record it for one result. */
export const note = (context: InspectionContext, result: Noted, what: What): Promise<void> => noteAll(context, [result], what)
