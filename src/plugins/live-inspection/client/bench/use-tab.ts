import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Tab } from '../state/at-hand.ts'

/** The tabs for marking, by their keys and numbers. */
const tabs: readonly Tab[] = ['submitted', 'help', 'history']

/** The open tab, kept in the address as 1, 2 or 3. */
export function useTab(): [Tab, (tab: Tab) => void] {
  const [search, setSearch] = useSearchParams()
  const tab = tabs[Number(search.get('tab') ?? 1) - 1] ?? 'submitted'
  const open = useCallback(
    (next: Tab) =>
      setSearch(
        (now) => {
          const query = new URLSearchParams(now)
          if (next === 'submitted') query.delete('tab')
          else query.set('tab', String(tabs.indexOf(next) + 1))
          return query
        },
        { replace: true },
      ),
    [setSearch],
  )
  return [tab, open]
}
