import { useSession } from '../../client/session.tsx'
import type { Choice } from '../parts/ChoiceSelect.tsx'

/** A dictionary's values in its own order. */
export const useDictionary = (code: string): Choice[] =>
  (useSession().dictionaries[code] ?? []).map(({ value, text }) => ({ value, label: text }))
