import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

const key = '4'

interface RosterTab<Tab> {
  readonly shown: boolean
  open(tab: Tab | 'all'): void
}

/** The tab of all results beside those for marking; the address keeps it as 4. */
export function useRosterTab<Tab extends string>(openTab: (tab: Tab) => void): RosterTab<Tab> {
  const [search, setSearch] = useSearchParams()
  const open = useCallback(
    (tab: Tab | 'all') => {
      if (tab !== 'all') return openTab(tab)
      setSearch(
        (now) => {
          const query = new URLSearchParams(now)
          query.set('tab', key)
          return query
        },
        { replace: true },
      )
    },
    [openTab, setSearch],
  )
  return { shown: search.get('tab') === key, open }
}
