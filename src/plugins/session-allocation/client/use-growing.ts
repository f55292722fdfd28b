import { useEffect, useState } from 'react'

const AT_ONCE = 24

/** How many of a long list of cards to draw: some at once, the rest step by step, so that the page stays responsive. */
export function useGrowing(total: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE)
  useEffect(() => {
    if (drawn >= total) return
    const timer = setTimeout(() => setDrawn(drawn + AT_ONCE))
    return () => clearTimeout(timer)
  }, [drawn, total])
  return Math.min(drawn, total)
}
