import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLeave } from '../changes/unsaved.ts'

/** The chosen node and its tab, kept in the address; unsaved changes are asked about before another one is chosen. */
export function useChosen() {
  const [search, setSearch] = useSearchParams()
  const leave = useLeave()
  const node = search.get('node') ?? undefined
  const tab = search.get('tab')
  const put = useCallback(
    (name: string, value: string | undefined) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now)
          if (value === undefined) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  const choose = useCallback((key: string | undefined) => leave(() => put('node', key)), [leave, put])
  const show = useCallback((next: string) => leave(() => put('tab', next)), [leave, put])
  return { node, tab, choose, show }
}
