import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Reader } from '../../../engine/server/index.ts'
import type { Metric } from './metrics.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Say at `/ready` that this node is stopping; resolves when a balancer that asks there has had time to hear it. */
    retire(): Promise<void>
  }
}

const undocumented = { schema: { hide: true } }
const digest = (text: string) => createHash('sha256').update(text).digest()

const tokenOf = ({ headers }: FastifyRequest): string => /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/** The figures as Prometheus reads them, without those that cannot be read now: while the database is away, these are what one looks at. */
export async function exposition(metrics: Readonly<Record<string, Metric>>): Promise<string> {
  const parts = await Promise.allSettled(
    Object.entries(metrics).map(async ([name, { says, unit, read }]) => {
      const base = `${name.replaceAll('.', '_')}${unit === 'bytes' || unit === 'seconds' ? `_${unit}` : ''}`
      const values = Object.entries(await read())
      const lines = values.map(([statistic, value]) => {
        const suffix = { COUNT: '_count', TOTAL_TIME: '_sum' }[statistic] ?? ''
        return `${base}${suffix} ${value}`
      })
      return [`# HELP ${base} ${says}`, `# TYPE ${base} ${values.length > 1 ? 'summary' : 'gauge'}`, ...lines].join('\n')
    }),
  )
  return `${parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : [])).join('\n')}\n`
}

/** Somebody who has not asked `/ready` for so long, in milliseconds, is not waiting for its answer. */
const WATCHED = 30_000

interface Given {
  readonly db: Reader
  readonly metrics: Readonly<Record<string, Metric>>
  /** Who asks for the figures sends it; without one they are not there at all. */
  readonly token: string | undefined
  /** For how long a node that stops still answers those who do not know it yet. */
  readonly drainSeconds: number
}

/** For a balancer: whether the node lives, and whether it is ready. Answers what makes it say that it is not. */
function readyRoutes(app: FastifyInstance, { db, drainSeconds }: Given): () => Promise<void> {
  let isStopping = false
  let asked = Number.NEGATIVE_INFINITY
  app.get('/health', undocumented, async () => ({ status: 'UP' }))
  app.get('/ready', undocumented, async (_request, reply) => {
    asked = performance.now()
    const isThere = await db
      .selectFrom('sys_role')
      .select('id')
      .limit(1)
      .execute()
      .then(
        () => true,
        () => false,
      )
    if (isThere && !isStopping) return { status: 'UP' }
    return reply.code(503).send({ status: isStopping ? 'STOPPING' : 'DOWN' })
  })
  return async () => {
    isStopping = true
    if (performance.now() - asked < WATCHED) await pause(drainSeconds * 1_000)
  }
}

/** What the operators of the server ask, outside the pages: `/metrics`, and for a balancer whether the node lives and is ready. */
export function operatorRoutes(app: FastifyInstance, given: Given): void {
  const { metrics, token } = given
  app.decorate('retire', readyRoutes(app, given))
  if (token === undefined) return
  const expected = digest(token)
  app.get('/metrics', undocumented, async (request, reply) => {
    if (!timingSafeEqual(digest(tokenOf(request)), expected)) return reply.code(401).send('')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await exposition(metrics))
  })
}
