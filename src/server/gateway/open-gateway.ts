import replyFrom from '@fastify/reply-from'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { Agent } from 'undici'
import { answerBadAddress, answerErrors, type Engine } from '../../../engine/server/index.ts'
import type { RedisAsk } from '../auth/short-lived/redis-ask.ts'
import type { Hub } from '../feed/hub.ts'
import { guardedConnector } from '../outbound/guarded-connector.ts'
import { outboundGuard } from '../outbound/outbound-guard.ts'
import { securityHeaders } from '../security-headers.ts'
import { answerAside } from './answer-aside.ts'
import { forwarder, PREFIX } from './forward.ts'
import { gatewayTopic } from './gateway-route.rules.ts'
import { openLimiter } from './limiter.ts'
import { openRouteTable } from './route-table.ts'
import type { Warn } from '../warn.ts'

interface GatewayDeps {
  readonly engine: Engine
  readonly hub: Hub
  /** Redis, if there is one. */
  readonly ask: RedisAsk | undefined
  readonly allow: string
  /** How requests are read. */
  readonly options: FastifyServerOptions
  readonly warn: Warn
}

/** Front ends of this convention leave after nine seconds: whoever is late for them is late. The client's clock may be a second late itself. */
const HEADERS_WITHIN = 7_500
const CONNECTIONS = 128

type Forwarding = Parameters<typeof forwarder>[0] & Pick<GatewayDeps, 'allow' | 'options'> & { readonly log: FastifyBaseLogger }

/** An application that does nothing but forward; its requests share one log, until one of them fails. */
async function forwardingApp({ table, limiter, allow, options, log }: Forwarding): Promise<FastifyInstance> {
  const aside = fastify({ ...options, logger: false }).setChildLoggerFactory(() => log)
  securityHeaders(aside)
  answerErrors(aside)
  aside.setNotFoundHandler((request, reply) => answerBadAddress(undefined, request, reply))
  await aside.register(async (scope) => {
    scope.setErrorHandler((error, request) => {
      request.log = log.child({ reqId: request.id })
      throw error
    })
    const connect = guardedConnector(outboundGuard(allow))
    const agent = new Agent({ connect, connections: CONNECTIONS, headersTimeout: HEADERS_WITHIN })
    await scope.register(replyFrom, { undici: agent, destroyAgent: true, disableRequestLogging: true })
    // Bodies pass through as they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const handle = forwarder({ table, limiter })
    scope.all(PREFIX, handle)
    scope.all(`${PREFIX}/*`, handle)
  })
  await aside.ready()
  return aside
}

/** Forwards what is asked below `/gateway`, by the routes that are stored. */
export async function openGateway(app: FastifyInstance, { engine, hub, ask, allow, options, warn }: GatewayDeps): Promise<void> {
  const table = openRouteTable(engine, warn)
  const limiter = openLimiter(ask)
  const renew = (): void => {
    limiter.clear()
    void table.reload()
  }
  await hub.follow(gatewayTopic, { wake: renew })
  await table.reload()
  const aside = await forwardingApp({ table, limiter, allow, options, log: app.log })
  app.addHook('onClose', async () => {
    await aside.close()
    table.close()
  })
  await answerAside(app, aside)
}
