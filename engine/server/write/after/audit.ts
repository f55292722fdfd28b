import { sql } from 'kysely'
import type { Model, Operation, Tx, WriteRequest } from '../../contract.ts'
import { currentRequest } from '../../current-request.ts'
import type { Draft } from '../drafts/draft.ts'
import { newId } from '../statements/new-id.ts'
import { chunksOf } from '../../chunks.ts'

type Changes = Record<string, readonly [unknown, unknown]>

function changesOf(model: Model, draft: Draft, operation: Operation): Changes {
  const fields = model.entity.fields
  const keys = operation === 'edit' ? draft.changed : Object.keys(fields)
  const changes: Changes = {}
  for (const key of keys) {
    const before = draft.before?.[key] ?? null
    const after = draft.after?.[key] ?? null
    if (operation !== 'edit' && before === null && after === null) continue
    changes[key] = fields[key]?.type === 'secret' ? ['***', '***'] : [before, after]
  }
  return changes
}

export interface AuditEntry {
  readonly draft: Draft
  readonly version: number
}

/** One audit row per written row, in the row's own transaction: who, when, what from and what to. */
export async function writeAudit(
  tx: Tx,
  model: Model,
  entries: readonly AuditEntry[],
  request: Pick<WriteRequest, 'actor' | 'operation'> & { readonly at: string },
): Promise<void> {
  const { actor, operation, at } = request
  for (const chunk of chunksOf(entries, 400)) {
    const values = chunk.map(({ draft, version }) => {
      const changes = JSON.stringify(changesOf(model, draft, operation))
      return sql`(${newId()}, ${model.name}, ${model.table}, ${draft.id}, ${version}, ${operation}, ${actor.id}, ${actor.username}, ${actor.role}, ${at}, ${changes}, ${currentRequest() ?? null})`
    })
    await sql`insert into sys_audit (id, entity, table_name, row_id, version, operation, actor_id, username, role, at, changes, request_id) values ${sql.join(values)}`.execute(
      tx,
    )
  }
}
