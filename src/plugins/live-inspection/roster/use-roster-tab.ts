import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

const key = '4'

interface RosterTab<Tab> {
  readonly shown: boolean
  open(tab: Tab | 'all'): void
}

/** The tab of all results beside those that are marked in; the address keeps it as 4. Alt and its number open it, as with the others. */
export function useRosterTab<Tab extends string>(tabs: readonly Tab[], openTab: (tab: Tab) => void): RosterTab<Tab> {
  const [search, setSearch] = useSearchParams()
  const shown = search.get('tab') === key
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
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || document.querySelector('.ant-modal-wrap:not([style*="none"])')) return
      const tab = event.code === 'Digit4' ? 'all' : shown ? tabs[Number(event.code.replace('Digit', '')) - 1] : undefined
      if (tab === undefined) return
      event.preventDefault()
      open(tab)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [shown, open, tabs])
  return { shown, open }
}
