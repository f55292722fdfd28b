import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const asksToAdd = (state: unknown): boolean => typeof state === 'object' && state !== null && 'adds' in state && state.adds === true

/** Whoever came to add a row finds the empty form open, once: the wish is taken out of the history. */
export function useAddOnArrival(canAdd: boolean, add: () => void): void {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const wanted = canAdd && asksToAdd(state)
  useEffect(() => {
    if (!wanted) return
    void navigate(pathname + search, { replace: true })
    add()
  }, [wanted, add, navigate, pathname, search])
}
