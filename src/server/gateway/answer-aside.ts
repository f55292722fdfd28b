import type { RequestListener } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBelowGateway, PREFIX } from './forward.ts'
import type { LazyApp } from './lazy-app.ts'

/**
 * Have `aside` answer what is asked below the gateway, until `app` closes. It gets the requests from the server itself: what `app` does for
 * each of its calls (logger, trace, hooks) took half as long as the forwarding itself. Addresses that lead to the gateway by another
 * spelling, requests that no socket brought, and those that come before it is open, come by way of `app`.
 */
export async function answerAside(app: FastifyInstance, aside: LazyApp): Promise<void> {
  const handOver = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const opened = await aside.open()
    reply.hijack()
    // Whoever left meanwhile is not forwarded: the end of their connection was told already.
    if (reply.raw.destroyed) return
    opened.routing(request.raw, reply.raw)
  }
  await app.register(async (scope) => {
    // Bodies are left to the other.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const schema = { hide: true }
    scope.all(PREFIX, { schema }, handOver)
    scope.all(`${PREFIX}/*`, { schema }, handOver)
  })
  const { server } = app
  const own = server.listeners('request') as RequestListener[]
  const listener: RequestListener = (request, response) => {
    if (aside.opened && isBelowGateway(request.url ?? '')) aside.opened.routing(request, response)
    else for (const listen of own) listen(request, response)
  }
  server.removeAllListeners('request').on('request', listener)
  // A server that closes refuses what still comes.
  app.addHook('preClose', async () => {
    server.off('request', listener)
    for (const listen of own) server.on('request', listen)
  })
}
