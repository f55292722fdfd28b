import { useSession } from '../../client/session.tsx'
import type { SelectableChoice } from '../parts/ChoiceSelect.tsx'

/** A dictionary's values in its own order. */
export const useDictionary = (code: string): SelectableChoice[] =>
  (useSession().dictionaries[code] ?? []).map(({ value, text }) => ({ value, label: text }))
