import replyFrom from '@fastify/reply-from'
import type { FastifyInstance } from 'fastify'
import { Agent } from 'undici'
import { answerErrors, answerUnknownPath, type Engine } from '../../../engine/server/index.ts'
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
  /** An empty application, which becomes the one that forwards. */
  readonly forwarding: FastifyInstance
  readonly warn: Warn
}

/** Front ends of this convention leave after nine seconds: whoever is late for them is late. The client's clock may be a second late itself. */
const HEADERS_WITHIN = 7_500
const CONNECTIONS = 128

type Forwarding = Parameters<typeof forwarder>[0] & Pick<GatewayDeps, 'allow' | 'forwarding'>

/** Have an application forward, and do nothing else. */
async function forwardAll({ table, limiter, allow, forwarding }: Forwarding): Promise<void> {
  securityHeaders(forwarding)
  answerErrors(forwarding)
  forwarding.setNotFoundHandler((request, reply) => answerUnknownPath(undefined, request, reply))
  await forwarding.register(async (scope) => {
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
  await forwarding.ready()
}

/** Forwards what is asked below `/gateway`, by the routes that are stored. */
export async function openGateway(app: FastifyInstance, { engine, hub, ask, allow, forwarding, warn }: GatewayDeps): Promise<void> {
  const table = openRouteTable(engine, warn)
  const limiter = openLimiter(ask)
  const renew = (): void => {
    limiter.clear()
    void table.reload()
  }
  await hub.follow(gatewayTopic, { wake: renew })
  await table.reload()
  await forwardAll({ table, limiter, allow, forwarding })
  app.addHook('onClose', async () => {
    await forwarding.close()
    table.close()
  })
  await answerAside(app, forwarding)
}
