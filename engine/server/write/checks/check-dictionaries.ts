import { isEmpty } from '../../../fields/is-empty.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write } from '../step.ts'

/** A dictionary field must have a value of its dictionary; stored values that have been removed from it may stay. */
export async function checkDictionaries({ context, model }: Write, drafts: readonly Draft[]): Promise<void> {
  const dictionaries = await context.engine.dictionaries()
  for (const { key, label, code } of model.dictionaries) {
    const known = new Set(dictionaries.get(code)?.map((entry) => entry.value))
    for (const draft of drafts) {
      const value = draft.after?.[key]
      if (!draft.changed.includes(key) || isEmpty(value)) continue
      if (!known.has(String(value))) draft.refuse(`${label}不是有效的选项`, key)
    }
  }
}
