import type { FastifyInstance } from 'fastify'
import { NotFound, ok, type Engine } from '../../../engine/server/index.ts'
import type { monitors } from '../../../schemas/platform/monitors.ts'
import { cacheFigures } from './cache-figures.ts'
import { disksOf } from './disks.ts'
import type { Trace } from './http-trace.ts'
import type { Metric } from './metrics.ts'
import { parts } from '../../sent-values.ts'
import { timeText } from '../clock.ts'
import { nodeName } from '../node-name.ts'

/** For the family's pages, which read the bare fields, and for ours, which read the envelope. */
const both = <T extends object>(body: T) => ({ ...ok(body), ...body })

interface Given {
  readonly engine: Engine
  readonly metrics: Readonly<Record<string, Metric>>
  traces(): readonly Trace[]
  readonly dataDir: string
  readonly redisUrl: string | undefined
}

/** The calls of the monitor's pages. */
export function monitorRoutes(app: FastifyInstance, { engine, metrics, traces, dataDir, redisUrl }: Given): void {
  // Pages ask on their own every three seconds, which keeps nobody signed in.
  const forPages = (summary: string, ...pages: readonly (keyof typeof monitors)[]) => ({
    config: { permission: pages.map((page) => `${engine.model('log').permission}:${page}`), isBackground: true },
    schema: { summary },
  })
  let cache: ReturnType<typeof cacheFigures> | undefined
  const cached = () => (cache ??= cacheFigures(engine.db.read, redisUrl))
  app.addHook('onClose', async () => (await cache)?.close())

  const figures = ['monitor', 'runtime', 'sessions'] as const
  const measured = async (name: string) => {
    const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined
    if (!metric) throw new NotFound()
    const measurements = Object.entries(await metric.read()).map(([statistic, value]) => ({ statistic, value }))
    return { name, description: metric.says, baseUnit: metric.unit, measurements, availableTags: [] }
  }
  app.get<{ Params: { metric: string } }>('/api/actuator/metrics/:metric', forPages('监控：一项指标', ...figures), async ({ params }) =>
    both(await measured(params.metric)),
  )
  app.get('/api/actuator/httptrace', forPages('监控：请求追踪', 'trace'), async () => both({ node: nodeName, traces: traces() }))
  app.get('/api/sys/actuator/redis/keysSize', forPages('监控：缓存的键数', 'cache'), async () =>
    both({ create_time: timeText(), dbSize: await (await cached()).keys() }),
  )
  app.get('/api/sys/actuator/redis/memoryInfo', forPages('监控：缓存占用的内存', 'cache'), async () =>
    both({ create_time: timeText(), used_memory: await (await cached()).memory() }),
  )
  app.get('/api/sys/actuator/redis/info', forPages('监控：缓存的各项信息', 'cache'), async () => ok(await (await cached()).facts()))
  app.get('/api/sys/actuator/redis/queryDiskInfo', forPages('监控：磁盘', 'disk'), async () => ok(await disksOf(dataDir)))

  // What one of our pages shows at once, so that all of it is one node's.
  app.get<{ Querystring: { names?: string } }>('/api/sys/actuator/figures', forPages('监控：多项指标', ...figures), async ({ query }) =>
    ok({ node: nodeName, figures: await Promise.all(parts(query.names).map(measured)) }),
  )
  app.get('/api/sys/actuator/cache', forPages('监控：缓存', 'cache'), async () => {
    const { keys, memory, facts } = await cached()
    const [keyCount, bytes, all] = await Promise.all([keys(), memory(), facts()])
    return ok({ node: nodeName, keys: keyCount, memory: bytes, facts: all })
  })
  app.get('/api/sys/actuator/disks', forPages('监控：磁盘与节点', 'disk'), async () =>
    ok({ node: nodeName, disks: await disksOf(dataDir) }),
  )
}
