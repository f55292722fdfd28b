import type { Model } from '../../contract.ts'
import { textOf } from '../../text-of.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write } from '../step.ts'

/** Topics of the row before and after the write: followers who lose sight of it are told as well. */
function topicsOf(model: Model, draft: Draft): string[] {
  const topics = new Set<string>()
  for (const [word, key] of Object.entries(model.entity.feed ?? {})) {
    for (const row of [draft.before, draft.after]) {
      const value = textOf(row?.[key] ?? '')
      if (value) topics.add(`${word}:${value}`)
    }
  }
  return [...topics]
}

/** Send the written rows of an entity with `feed` to the followers of their topics. */
export function tellWrites({ context, tx, model, request }: Write, written: readonly Draft[]): void {
  const { operation, actor } = request
  for (const draft of written) {
    const { id, changed, version = 1, before, after } = draft
    const topics = topicsOf(model, draft)
    if (topics.length)
      context.transactions.tell(tx, { kind: 'write', topics, entity: model.name, id, operation, changed, version, before, after, actor })
  }
}
