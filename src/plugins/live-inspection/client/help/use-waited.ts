import { useSyncExternalStore } from 'react'
import { useBench } from '../state/bench-context.ts'
import { waitedSeconds } from './waiting.ts'

const watch = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, 1000)
  return () => clearInterval(timer)
}

/** Seconds since a time of the server, by the server's clock, counted up every second. */
export function useWaited(since: string): number {
  const { clock } = useBench()
  return useSyncExternalStore(watch, () => waitedSeconds(since, clock.now()))
}
