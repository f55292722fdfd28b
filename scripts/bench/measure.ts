import { withServers, type BenchDatabase, type BenchServers } from './bench-servers.ts'
import { compare, type BenchComparison, type Effort } from './compare.ts'
import { importSeconds } from './import-time.ts'
import { addMix, editMix, getMix, listMix } from './mixes.ts'

export interface Measured {
  readonly database: BenchDatabase
  readonly comparisons: readonly BenchComparison[]
  /** Seconds of one import of `importedRows`. */
  readonly importSeconds: number
  readonly importedRows: number
}

export interface MeasurePlan {
  readonly rows: number
  /** Students in the lists, among whom 5,000 are allocated. */
  readonly students: number
  readonly importedRows: number
  readonly effort: Effort
  say(sentence: string): void
}

async function measureCalls({ database, product, handWritten, token, people, data }: BenchServers, plan: MeasurePlan): Promise<Measured> {
  const ports = { product: product.port, handWritten: handWritten.port }
  const comparisons: BenchComparison[] = []
  for (const [what, requests] of [
    ['list', listMix(data)],
    ['get', getMix(data)],
    ['edit', editMix(data)],
    ['add', addMix(data)],
  ] as const) {
    plan.say(`${database}: ${what} …`)
    comparisons.push({ what, ...(await compare(ports, { token: people, requests, effort: plan.effort })) })
  }
  const seconds = await importSeconds(product, token, { courseId: data.courseIds[0] ?? '', rows: plan.importedRows })
  return { database, comparisons, importSeconds: seconds, importedRows: plan.importedRows }
}

/** The calls beside those of the hand-written server; undefined without PostgreSQL. */
export const measure = (database: BenchDatabase, plan: MeasurePlan): Promise<Measured | undefined> =>
  withServers({ database, rows: plan.rows, say: plan.say }, (servers) => measureCalls(servers, plan))
