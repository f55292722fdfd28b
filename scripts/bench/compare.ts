import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '../machine.mjs'
import type { LoadJob, LoadSeen } from './load.ts'
import { quietTurns } from './quiet-turns.ts'

/** What a call is compared with by the same call of the server written by hand, and at least how fast it shall be beside it. */
export const wantedRatios = {
  get: { SQLite: 0.65, PostgreSQL: 0.85 },
  list: { SQLite: 0.8, PostgreSQL: 1 },
  'list of all': { SQLite: 0.75, PostgreSQL: 1 },
  'list, counted anew': { SQLite: 0.75, PostgreSQL: 1 },
  edit: { SQLite: 0.85, PostgreSQL: 0.85 },
  add: { SQLite: 0.85, PostgreSQL: 0.85 },
} as const
export type ComparedCall = keyof typeof wantedRatios

export interface BenchComparison {
  readonly what: ComparedCall
  /** Requests per second, medians of the runs. */
  readonly product: number
  readonly handWritten: number
  /** Median of the ratios of neighbouring runs: product to hand-written. */
  readonly ratio: number
  readonly ratios: readonly number[]
}

export interface Effort {
  readonly runs: number
  readonly seconds: number
  readonly warmUpSeconds: number
  /** Seconds of the first turn, which is not counted: until code is compiled, the compiler takes a fifth of the processor. */
  readonly firstSeconds: number
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** A load that goes on until its time is over or it is told to end; what it has seen is known then. */
export function startLoad(job: LoadJob): { end(): Promise<LoadSeen>; readonly seen: Promise<LoadSeen> } {
  const child = spawn(process.execPath, [join(root, 'scripts/bench/load.ts'), JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const seen = text(child.stdout).then((said): LoadSeen => {
    if (said.trim() === '') throw new Error('the load has ended without a word')
    return JSON.parse(said)
  })
  const end = () => {
    child.kill('SIGTERM')
    return seen
  }
  return { seen, end }
}

const measure = async (job: LoadJob): Promise<number> => (await startLoad(job).seen).perSecond

/**
 * Both servers under the same load in turn, so that what slows the machine down for a while slows both down, in quiet turns.
 * The first turn is not counted.
 */
export async function compare(
  ports: { readonly product: number; readonly handWritten: number },
  { effort, connections = 10, ...load }: Pick<LoadJob, 'token' | 'requests'> & { readonly effort: Effort; readonly connections?: number },
): Promise<Omit<BenchComparison, 'what'>> {
  const job = { ...load, connections, warmUpSeconds: effort.warmUpSeconds, seconds: effort.seconds }
  for (const port of [ports.product, ports.handWritten]) await measure({ ...job, port, seconds: effort.firstSeconds })
  const turns = await quietTurns({
    wanted: effort.runs,
    speeds: ({ product, handWritten }) => [product, handWritten],
    turn: async () => ({
      product: await measure({ ...job, port: ports.product }),
      handWritten: await measure({ ...job, port: ports.handWritten }),
    }),
  })
  const product = turns.map((turn) => turn.product)
  const handWritten = turns.map((turn) => turn.handWritten)
  const ratios = product.map((perSecond, run) => perSecond / (handWritten[run] ?? Number.NaN))
  return { product: median(product), handWritten: median(handWritten), ratio: median(ratios), ratios }
}
