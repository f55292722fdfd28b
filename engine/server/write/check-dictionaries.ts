import type { DictionaryEntry, Model } from '../contract.ts'
import type { Draft } from './draft.ts'

/** A dictionary field holds a value of its dictionary; stored values that left it meanwhile may stay. */
export function checkDictionaries(
  model: Model,
  drafts: readonly Draft[],
  dictionaries: ReadonlyMap<string, readonly DictionaryEntry[]>,
): void {
  for (const [key, field] of Object.entries(model.entity.fields)) {
    if (field.type !== 'dictionary') continue
    const known = new Set(dictionaries.get(field.code)?.map((entry) => entry.value))
    for (const draft of drafts) {
      const value = draft.after?.[key]
      if (!draft.changed.includes(key) || value === null || value === undefined || value === '') continue
      if (!known.has(String(value))) draft.refuse(`${field.label}不是有效的选项`, key)
    }
  }
}
