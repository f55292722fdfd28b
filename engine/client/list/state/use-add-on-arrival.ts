import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const asksToAdd = (state: unknown): boolean => typeof state === 'object' && state !== null && 'adds' in state && state.adds === true

/** Opens the empty form for anyone who came to add a row. The request is removed from the history, so this happens once. */
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
