import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterVariable, startCluster } from './postgres.ts'
import { startedVariable } from './started-data.ts'

/** vitest's global setup: one cluster and one folder of started data per run. Projects share them; the one that made them removes them. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[startedVariable]) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-started-'))
  process.env[startedVariable] = folder
  const cluster = await startCluster({ durable: false })
  if (cluster) process.env[clusterVariable] = cluster.url
  return async () => {
    delete process.env[clusterVariable]
    delete process.env[startedVariable]
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
