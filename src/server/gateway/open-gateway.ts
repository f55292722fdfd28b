import replyFrom from '@fastify/reply-from'
import type { FastifyInstance } from 'fastify'
import { Agent } from 'undici'
import type { Engine } from '../../../engine/server/index.ts'
import type { RedisAsk } from '../auth/short-lived/redis-ask.ts'
import type { Hub } from '../feed/hub.ts'
import { guardedConnector } from '../outbound/guarded-connector.ts'
import { outboundGuard } from '../outbound/outbound-guard.ts'
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
  readonly warn: Warn
}

/** Front ends of this convention leave after nine seconds: whoever is late for them is late. The client's clock may be a second late itself. */
const HEADERS_WITHIN = 7_500
const CONNECTIONS = 128

/** Forwards what is asked below `/gateway`, by the routes that are stored. */
export async function openGateway(app: FastifyInstance, { engine, hub, ask, allow, warn }: GatewayDeps): Promise<void> {
  const table = openRouteTable(engine, warn)
  const limiter = openLimiter(ask)
  const renew = (): void => {
    limiter.clear()
    void table.reload()
  }
  await hub.follow(gatewayTopic, { wake: renew })
  await table.reload()
  app.addHook('onClose', async () => table.close())
  await app.register(async (scope) => {
    const connect = guardedConnector(outboundGuard(allow))
    const agent = new Agent({ connect, connections: CONNECTIONS, headersTimeout: HEADERS_WITHIN })
    await scope.register(replyFrom, { undici: agent, destroyAgent: true, disableRequestLogging: true })
    // Bodies pass through as they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const handle = forwarder({ table, limiter })
    const schema = { hide: true }
    scope.all(PREFIX, { schema }, handle)
    scope.all(`${PREFIX}/*`, { schema }, handle)
  })
}
