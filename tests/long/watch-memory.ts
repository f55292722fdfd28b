import { readFileSync } from 'node:fs'

/** The most memory that a process uses while something is done, in megabytes. Linux only. */
export function watchMemory(pid: number) {
  const held = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  return {
    held,
    async peakDuring(work: () => Promise<void>): Promise<number> {
      let peak = held()
      const timer = setInterval(() => (peak = Math.max(peak, held())), 20)
      await work().finally(() => clearInterval(timer))
      return Math.max(peak, held())
    },
  }
}
