import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../machine.mjs'
import type { LoadJob } from './load.ts'

export interface BenchComparison {
  readonly what: string
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
}

const execute = promisify(execFile)

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

async function measure(job: LoadJob): Promise<number> {
  const { stdout } = await execute(process.execPath, [join(root, 'scripts/bench/load.ts'), JSON.stringify(job)])
  return (JSON.parse(stdout) as { perSecond: number }).perSecond
}

/**
 * Both servers under the same load in turn, so that what slows the machine down for a while slows both down.
 * The first turn is not counted: it is the time in which code becomes fast, longer for the larger program.
 */
export async function compare(
  what: string,
  ports: { readonly product: number; readonly handWritten: number },
  { effort, ...load }: Pick<LoadJob, 'token' | 'requests'> & { readonly effort: Effort },
): Promise<BenchComparison> {
  const job = { ...load, connections: 10, warmUpSeconds: effort.warmUpSeconds, seconds: effort.seconds }
  const product: number[] = []
  const handWritten: number[] = []
  for (const port of [ports.product, ports.handWritten]) await measure({ ...job, port })
  for (let run = 0; run < effort.runs; run++) {
    product.push(await measure({ ...job, port: ports.product }))
    handWritten.push(await measure({ ...job, port: ports.handWritten }))
  }
  const ratios = product.map((perSecond, run) => perSecond / (handWritten[run] ?? Number.NaN))
  return { what, product: median(product), handWritten: median(handWritten), ratio: median(ratios), ratios }
}
