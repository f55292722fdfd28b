import type { FastifyInstance } from 'fastify'
import type { Engine } from '../../../engine/server/index.ts'
import { traceRequests } from './http-trace.ts'
import { openMetrics } from './metrics.ts'
import { monitorRoutes } from './monitor-routes.ts'
import { operatorRoutes } from './operator-routes.ts'

interface Settings {
  readonly dataDir: string
  readonly redisUrl: string | undefined
  readonly metricsToken: string | undefined
  readonly drainSeconds: number
}

/** Watch this node from now on; answers what mounts the calls of the monitor's pages. Call before any route is registered. */
export function openMonitor(app: FastifyInstance, engine: Engine, settings: Settings): (scope: FastifyInstance) => void {
  const db = engine.db.read
  const { metrics, close } = openMetrics(db)
  app.addHook('onClose', async () => close())
  const traces = traceRequests(app)
  operatorRoutes(app, { db, metrics, token: settings.metricsToken, drainSeconds: settings.drainSeconds })
  return (scope) => monitorRoutes(scope, { engine, metrics, traces, ...settings })
}
