import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Reader } from '../../../engine/server/index.ts'
import type { Metric } from './metrics.ts'

const undocumented = { schema: { hide: true } }
const digest = (text: string) => createHash('sha256').update(text).digest()

const tokenOf = ({ headers }: FastifyRequest): string => /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/** The figures as Prometheus reads them. */
export async function exposition(metrics: Readonly<Record<string, Metric>>): Promise<string> {
  const parts = await Promise.all(
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
  return `${parts.join('\n')}\n`
}

interface Given {
  readonly db: Reader
  readonly metrics: Readonly<Record<string, Metric>>
  /** Who asks for the figures sends it; without one they are not there at all. */
  readonly token: string | undefined
}

/** What the operators of the server ask, outside the pages: `/metrics`, and for a balancer whether the node lives and is ready. */
export function operatorRoutes(app: FastifyInstance, { db, metrics, token }: Given): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.get('/health', undocumented, async () => ({ status: 'UP' }))
  app.get('/ready', undocumented, async (_request, reply) => {
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
  if (token === undefined) return
  const expected = digest(token)
  app.get('/metrics', undocumented, async (request, reply) => {
    if (!timingSafeEqual(digest(tokenOf(request)), expected)) return reply.code(401).send('')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await exposition(metrics))
  })
}
