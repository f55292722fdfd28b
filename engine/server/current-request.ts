import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

const current = new AsyncLocalStorage<string>()

/** The id of the request that this work is done for, however deep inside rules and transactions; none for the server's own. */
export const currentRequest = (): string | undefined => current.getStore()

/** Let everything that a handler does know its request. After the body is read: reading it loses track. */
export function trackRequests(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => current.run(request.id, done))
}
