import { isEmpty } from '../../../fields/is-empty.ts'
import { isWritable } from '../../../schema/check-row.ts'
import type { AnyField } from '../../../schema/index.ts'
import type { Engine, Model } from '../../contract.ts'
import type { Draft } from '../drafts/draft.ts'

const isChecked = (field: AnyField): field is Extract<AnyField, { type: 'dictionary' }> =>
  field.type === 'dictionary' && isWritable(field, 'add')

/** Whether writing rows asks the dictionaries; they are then read before the transaction opens. */
export const usesDictionaries = (model: Model): boolean => Object.values(model.entity.fields).some(isChecked)

/**
 * A dictionary field holds a value of its dictionary; stored values that left it meanwhile may stay. What only the
 * server writes is left alone: a state must not stick because somebody took its text out of the dictionary.
 */
export async function checkDictionaries(engine: Engine, model: Model, drafts: readonly Draft[]): Promise<void> {
  for (const [key, field] of Object.entries(model.entity.fields)) {
    if (!isChecked(field)) continue
    const dictionaries = await engine.dictionaries()
    const known = new Set(dictionaries.get(field.code)?.map((entry) => entry.value))
    for (const draft of drafts) {
      const value = draft.after?.[key]
      if (!draft.changed.includes(key) || isEmpty(value)) continue
      if (!known.has(String(value))) draft.refuse(`${field.label}不是有效的选项`, key)
    }
  }
}
