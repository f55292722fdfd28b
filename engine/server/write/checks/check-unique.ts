import { isEmpty } from '../../../fields/is-empty.ts'
import type { UniqueRule } from '../../contract.ts'
import { holdersOf, uniqueFields, uniqueKey } from '../../unique-rules.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write } from '../step.ts'

const touches = (draft: Draft, rule: UniqueRule): boolean => uniqueFields(rule).some((key) => draft.changed.includes(key))

/** Refuse rows whose unique value belongs to another row: in the table (including the bin) or earlier in the same set. */
export async function checkUnique({ context: { dialect, statements }, tx, model }: Write, drafts: readonly Draft[]): Promise<void> {
  const leaving = new Map(drafts.map((draft) => [draft.id, draft]))
  for (const rule of model.unique) {
    const { key: own } = rule.own
    const touched = drafts.filter((draft) => !isEmpty(draft.after?.[own]) && (!draft.before || touches(draft, rule)))
    if (!touched.length) continue
    const taken = await holdersOf(
      tx,
      { model, rule, dialect, statements },
      touched.map(({ after }) => after ?? {}),
    )
    const seen = new Set<string>()
    for (const draft of touched) {
      const key = uniqueKey(rule, draft.after ?? {})
      const others = (taken.get(key) ?? []).filter((id) => id !== draft.id && !givesUp(leaving.get(id), rule))
      if (others.length || seen.has(key)) draft.refuse(rule.message, own)
      seen.add(key)
    }
  }
}

/** A row of the same set that changes to another value releases its old one. */
const givesUp = (draft: Draft | undefined, rule: UniqueRule): boolean => draft !== undefined && draft.after !== null && touches(draft, rule)
