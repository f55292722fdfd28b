import { cpus } from 'node:os'

interface Ticks {
  readonly at: number
  readonly idle: number
  readonly all: number
  readonly own: number
}

/** Shares over less time than this say nothing, in milliseconds. */
const LEAST = 500

function ticks(): Ticks {
  const times = cpus().map((cpu) => cpu.times)
  const idle = times.reduce((sum, one) => sum + one.idle, 0)
  const all = times.reduce((sum, one) => sum + one.idle + one.user + one.nice + one.sys + one.irq, 0)
  const { user, system } = process.cpuUsage()
  return { at: performance.now(), idle, all, own: (user + system) / 1000 }
}

/** The shares of all processors that the machine and this process use, from 0 to 1, since they were last asked for. */
export function processorUse(): () => { readonly system: number; readonly own: number } {
  let last = ticks()
  let shares = { system: 0, own: 0 }
  return () => {
    const now = ticks()
    if (now.at - last.at < LEAST) return shares
    const all = now.all - last.all
    const own = (now.own - last.own) / ((now.at - last.at) * cpus().length)
    shares = { system: all > 0 ? 1 - (now.idle - last.idle) / all : 0, own: Math.min(1, own) }
    last = now
    return shares
  }
}
