import { useEffect, useState } from 'preact/hooks'

/** The time by this telephone, renewed at this interval (milliseconds) while `isOn`. */
export function useNow(every: number, isOn = true): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isOn) return undefined
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every, isOn])
  return now
}
