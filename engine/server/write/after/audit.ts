import { sql } from 'kysely'
import { isSecret } from '../../../fields/structure.ts'
import { mapOf, type JsonOf } from '../../../json-schema-parts.ts'
import { chunksOf } from '../../chunks.ts'
import { currentRequest } from '../../current-request.ts'
import type { Draft } from '../drafts/draft.ts'
import { jsonReader } from '../../stored-json.ts'
import { newId } from '../statements/new-id.ts'
import type { Write } from '../step.ts'

/** What changed, by field: what it was and what it became. */
export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

const pair: JsonOf<readonly [unknown, unknown]> = { type: 'array', minItems: 2, maxItems: 2 }
/** The changes of an audit row as it is stored; undefined when they cannot be read. */
export const readChanges = jsonReader<Changes>(mapOf(pair))

function changesOf({ model, request: { operation } }: Write, draft: Draft): Changes {
  const fields = model.entity.fields
  const keys = operation === 'edit' ? draft.changed : Object.keys(fields)
  const changes: Record<string, Changes[string]> = {}
  for (const key of keys) {
    const before = draft.before?.[key] ?? null
    const after = draft.after?.[key] ?? null
    if (operation !== 'edit' && before === null && after === null) continue
    changes[key] = isSecret(fields[key]) ? ['***', '***'] : [before, after]
  }
  return changes
}

/** One audit row per written row, in the row's own transaction: who, when, and each value before and after. */
export async function writeAudit(write: Write, written: readonly Draft[]): Promise<void> {
  const { tx, model, request, time } = write
  const { actor, operation } = request
  for (const chunk of chunksOf(written, 400)) {
    const values = chunk.map((draft) => {
      const changes = JSON.stringify(changesOf(write, draft))
      return sql`(${newId()}, ${model.name}, ${model.table}, ${draft.id}, ${draft.version}, ${operation}, ${actor.id}, ${actor.username}, ${actor.role}, ${time}, ${changes}, ${currentRequest() ?? null})`
    })
    await sql`insert into sys_audit (id, entity, table_name, row_id, version, operation, actor_id, username, role, at, changes, request_id) values ${sql.join(values)}`.execute(
      tx,
    )
  }
}
