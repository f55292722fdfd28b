import type { FastifyInstance } from 'fastify'
import { answerErrors, answerUnknownPath, type Engine } from '../../../engine/server/index.ts'
import type { RedisAsk } from '../auth/short-lived/redis-ask.ts'
import type { Hub } from '../feed/hub.ts'
import { guardedConnector } from '../outbound/guarded-connector.ts'
import { outboundGuard } from '../outbound/outbound-guard.ts'
import { securityHeaders } from '../security-headers.ts'
import { forwarder, PREFIX } from './forward.ts'
import { gatewayTopic } from './gateway-route.rules.ts'
import { openLimiter } from './limiter.ts'
import { openRouteTable } from './route-table.ts'
import type { Warn } from '../warn.ts'

export interface ForwardingDeps {
  readonly engine: Engine
  readonly hub: Hub
  /** Redis, if there is one. */
  readonly ask: RedisAsk | undefined
  readonly allow: string
  /** An empty application, which becomes the one that forwards. */
  createApp(): FastifyInstance
  readonly warn: Warn
}

/** Front ends of this convention leave after nine seconds: whoever is late for them is late. The client's clock may be a second late itself. */
const HEADERS_WITHIN = 7_500
const CONNECTIONS = 128

/** The application that forwards. */
export interface Forwarding {
  readonly app: FastifyInstance
  close(): Promise<void>
}

/** Have an application forward, and do nothing else. */
async function forwardAll(app: FastifyInstance, allow: string, parts: Parameters<typeof forwarder>[0]): Promise<void> {
  securityHeaders(app)
  answerErrors(app)
  app.setNotFoundHandler((request, reply) => answerUnknownPath(undefined, request, reply))
  const [{ Agent, buildConnector }, { default: replyFrom }] = await Promise.all([import('undici'), import('@fastify/reply-from')])
  await app.register(async (scope) => {
    const connect = guardedConnector(buildConnector, outboundGuard(allow))
    const agent = new Agent({ connect, connections: CONNECTIONS, headersTimeout: HEADERS_WITHIN })
    await scope.register(replyFrom, { undici: agent, destroyAgent: true, disableRequestLogging: true })
    // Bodies pass through as they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const handle = forwarder(parts)
    scope.all(PREFIX, handle)
    scope.all(`${PREFIX}/*`, handle)
  })
  await app.ready()
}

/** Forwards what is asked below `/gateway`, by the routes that are stored. */
export async function openForwarding({ engine, hub, ask, allow, createApp, warn }: ForwardingDeps): Promise<Forwarding> {
  const table = openRouteTable(engine, warn)
  const limiter = openLimiter(ask)
  const renew = (): void => {
    limiter.clear()
    void table.reload()
  }
  const app = createApp()
  await forwardAll(app, allow, { table, limiter })
  const follower = { wake: renew }
  await hub.follow(gatewayTopic, follower)
  await table.reload()
  return {
    app,
    async close() {
      hub.leave(gatewayTopic, follower)
      await app.close()
      table.close()
    },
  }
}
