import { useSyncExternalStore } from 'react'
import { helpTaker } from '../../shared/help-taker.ts'
import type { HelpRow, Holder } from '../../wire.ts'
import { useBench } from '../state/bench-context.ts'
import { waitedSeconds } from './waiting.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** All times are counted up at once, by one timer, so that they are drawn together. */
const watch = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Seconds since a time of the server, by the server's clock, counted up every second. */
export function useWaited(since: string): number {
  const { clock } = useBench()
  return useSyncExternalStore(watch, () => waitedSeconds(since, clock.now()))
}

/** Who is on the way to a request, as long as their time has not run out. */
export function useHelpTaker(row: HelpRow): Holder | undefined {
  const { clock } = useBench()
  const taker = () => helpTaker(row, clock.now())
  useSyncExternalStore(watch, () => taker()?.id)
  return taker()
}
