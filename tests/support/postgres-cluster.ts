import { clusterVariable, startCluster } from './postgres.ts'

/** vitest's global setup: one cluster per run. Projects share it; the one that started it stops it. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[clusterVariable]) return undefined
  const cluster = await startCluster()
  if (!cluster) return undefined
  process.env[clusterVariable] = cluster.url
  return async () => {
    delete process.env[clusterVariable]
    await cluster.stop()
  }
}
