import { isEmpty } from '../../../fields/is-empty.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write } from '../step.ts'

/** A dictionary field must have a value of its dictionary; stored values that have been removed from it may stay. */
export async function checkDictionaries({ context, model }: Write, drafts: readonly Draft[]): Promise<void> {
  const dictionaries = await context.engine.dictionaries()
  for (const { key, part } of model.dictionaries) {
    const known = new Set(dictionaries.get(part.code)?.map((entry) => entry.value))
    for (const draft of drafts) {
      const value = draft.after?.[key]
      if (!draft.changed.includes(key) || isEmpty(value)) continue
      const sentence = part.strayIn(value, (each) => known.has(each))
      if (sentence) draft.refuse(sentence, key)
    }
  }
}
