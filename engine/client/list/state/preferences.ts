import { useCallback, useMemo, useState } from 'react'
import { anyText, arrayOf, mapOf, objectOf, oneOf, orElse, type JsonOf } from '../../../json-schema-parts.ts'
import { readJson } from '../../../outside.ts'
import type { ListColumn } from '../../model/list-model.ts'

export type Density = 'large' | 'middle' | 'small'
/** One user's preferences for one list. */
export interface ListPreferences {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Fields shown in addition to the list's own columns. */
  readonly added: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly density: Density
}
export const noPreferences: ListPreferences = { order: [], hidden: [], added: [], widths: {}, density: 'middle' }

const names = orElse(arrayOf(anyText), [])
const width: JsonOf<number> = { type: 'number', minimum: 40, maximum: 2000 }
const stored = objectOf<ListPreferences>({
  required: { order: true, hidden: true, added: true, widths: true, density: true },
  properties: {
    order: names,
    hidden: names,
    added: names,
    widths: orElse(mapOf(width), {}),
    density: orElse(oneOf('large', 'middle', 'small'), 'middle'),
  },
})

/** The stored preferences, as far as they can be read. */
export const readListPreferences = (text: string | null): ListPreferences => readJson(stored, text) ?? noPreferences

/** All columns in the user's order; columns that are newer than the preference come last. */
export function arrange(columns: readonly ListColumn[], preferences: ListPreferences): ListColumn[] {
  const place = (key: string): number => {
    const index = preferences.order.indexOf(key)
    return index < 0 ? preferences.order.length : index
  }
  const ordered = columns.map((column) => ({ ...column, width: preferences.widths[column.key] ?? column.width }))
  return ordered.sort((a, b) => place(a.key) - place(b.key))
}

/** Whether a column is shown: one of the list's own unless it was hidden, any other only if it was added. */
export const isChosen =
  (own: readonly ListColumn[], { hidden, added }: ListPreferences) =>
  ({ key }: ListColumn): boolean =>
    own.some((column) => column.key === key) ? !hidden.includes(key) : added.includes(key)

/** The user's preferences for one list, kept in this browser. */
export function useListPreferences(key: string): [ListPreferences, (change: Partial<ListPreferences>) => void] {
  const [revision, setRevision] = useState(0)
  const preferences = useMemo(() => {
    void revision
    return readListPreferences(localStorage.getItem(key))
  }, [key, revision])
  const change = useCallback(
    (part: Partial<ListPreferences>) => {
      localStorage.setItem(key, JSON.stringify({ ...readListPreferences(localStorage.getItem(key)), ...part }))
      setRevision((now) => now + 1)
    },
    [key],
  )
  return [preferences, change]
}
