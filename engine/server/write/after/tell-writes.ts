import type { FeedItem, Model, WriteRequest } from '../../contract.ts'
import { textOf } from '../../text-of.ts'
import type { AuditEntry } from './audit.ts'

/** Topics of a row as it was and as it is: who lost it from sight is told too. */
function topicsOf(model: Model, { draft }: AuditEntry): string[] {
  const topics = new Set<string>()
  for (const [word, key] of Object.entries(model.entity.feed ?? {})) {
    for (const row of [draft.before, draft.after]) {
      const value = textOf(row?.[key] ?? '')
      if (value) topics.add(`${word}:${value}`)
    }
  }
  return [...topics]
}

/** Hand the written rows of an entity with `feed` to those who follow their topics. */
export function tellWrites(
  { tell, model, request }: { tell(item: FeedItem): void; model: Model; request: Pick<WriteRequest, 'operation' | 'actor'> },
  entries: readonly AuditEntry[],
): void {
  const { operation, actor } = request
  for (const entry of entries) {
    const { id, changed, before, after } = entry.draft
    const topics = topicsOf(model, entry)
    if (topics.length)
      tell({ kind: 'write', topics, entity: model.name, id, operation, changed, version: entry.version, before, after, actor })
  }
}
