import { useEffect, useState } from 'react'

const TICK = 30_000

/** The time in milliseconds, told anew twice a minute: a home page stays open all day, and lessons begin and end meanwhile. */
export function useCurrentTime(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK)
    return () => clearInterval(timer)
  }, [])
  return now
}
