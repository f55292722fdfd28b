import { useCurrentUser } from '../../browser/current-user.ts'
import type { SelectableChoice } from '../parts/ChoiceSelect.tsx'

/** A dictionary's values in its own order. */
export const useDictionary = (code: string): SelectableChoice[] =>
  (useCurrentUser().dictionaries[code] ?? []).map(({ value, text }) => ({ value, label: text }))
