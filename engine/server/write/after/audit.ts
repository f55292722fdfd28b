import { isSecret } from '../../../fields/structure.ts'
import { mapOf, type JsonOf } from '../../../json-schema-parts.ts'
import { currentRequest } from '../../http/current-request.ts'
import type { NewRows } from '../../contract.ts'
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

const columns = 'id,entity,table_name,row_id,version,operation,actor_id,username,role,at,changes,request_id'.split(',')

/** One audit row per written row, in the row's own transaction: who, when, and each value before and after. */
export function auditRows(write: Write, written: readonly Draft[]): NewRows {
  const { model, request, time } = write
  const { actor, operation } = request
  const who = [actor.id, actor.username, actor.role]
  const rows = written.map((draft) => {
    const changes = JSON.stringify(changesOf(write, draft))
    return [newId(), model.name, model.table, draft.id, draft.version, operation, ...who, time, changes, currentRequest() ?? null]
  })
  return { name: 'sys_audit', table: 'sys_audit', columns, rows }
}
