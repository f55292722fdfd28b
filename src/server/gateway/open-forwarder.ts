import type { FastifyInstance } from 'fastify'
import { answerErrors, answerUnknownPath } from '../../../engine/server/index.ts'
import { guardedConnector } from '../outbound/guarded-connector.ts'
import { outboundGuard } from '../outbound/outbound-guard.ts'
import { securityHeaders } from '../security-headers.ts'
import { forwarder, PREFIX } from './forward.ts'

/** Front ends of this convention leave after nine seconds: whoever is late for them is late. The client's clock may be a second late itself. */
const HEADERS_WITHIN = 7_500
const CONNECTIONS = 128

export interface ForwarderDeps extends Readonly<Parameters<typeof forwarder>[0]> {
  readonly allow: string
  /** An empty application, which becomes the one that forwards. */
  createApp(): FastifyInstance
}

/** An application that forwards what is asked below `/gateway`, and does nothing else. */
export async function openForwarder({ createApp, allow, ...parts }: ForwarderDeps): Promise<FastifyInstance> {
  const [{ Agent, buildConnector }, { default: replyFrom }] = await Promise.all([import('undici'), import('@fastify/reply-from')])
  const app = createApp()
  securityHeaders(app)
  answerErrors(app)
  app.setNotFoundHandler((request, reply) => answerUnknownPath(undefined, request, reply))
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
  return app
}
