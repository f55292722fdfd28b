import { builtServer, startBenchServer } from './bench-server.ts'
import { lineOf, type BenchLine } from './bench-lines.ts'
import { withDatabase, type BenchDatabase } from './bench-servers.ts'
import type { Effort } from './compare.ts'
import { prepareData } from './prepare-data.ts'

/** Seconds from the command to the first answer, on a database that has its tables and rows. */
export const measureStarts = (
  database: BenchDatabase,
  { fewRows, effort }: { readonly fewRows: number; readonly effort: Effort },
): Promise<BenchLine[] | undefined> =>
  withDatabase(database, async (env) => {
    await prepareData(env, fewRows)
    const seconds: number[] = []
    for (let run = -1; run < effort.runs; run++) {
      const began = performance.now()
      const server = await startBenchServer(builtServer, env)
      if (run >= 0) seconds.push((performance.now() - began) / 1000)
      await server.stop()
    }
    return [lineOf({ database, what: 'start on existing data', unit: 's', wanted: '≤ 1' }, seconds)]
  })
