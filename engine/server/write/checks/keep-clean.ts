import type { AnyField } from '../../../schema/index.ts'
import { cleanerOf } from '../../../fields/server.ts'
import { sharedField } from '../../../fields/shared.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write } from '../step.ts'

/** The sentence for what cleaning has left, if the field does not take it. */
function problemOf(field: AnyField, kept: string | null): string | undefined {
  return kept === null ? field.required : sharedField(field).check?.(kept, field)
}

/**
 * Keep of each value what its type stores, whoever sent it: HTML without anything that could run. What was sent was checked before: what is
 * stored instead may be longer, as `&` becomes `&amp;`, or nothing at all.
 */
export function keepClean({ model }: Write, drafts: readonly Draft[]): void {
  for (const { key, field } of model.stored) {
    const clean = cleanerOf(field)
    if (!clean) continue
    for (const draft of drafts) {
      const value = draft.after?.[key]
      if (!draft.after || typeof value !== 'string') continue
      const kept = clean(value, draft.after) || null
      if (kept === value) continue
      draft.after[key] = kept
      const problem = problemOf(field, kept)
      if (problem !== undefined) draft.refuse(problem, key)
    }
  }
}
