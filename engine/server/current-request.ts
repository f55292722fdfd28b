import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

const current = new AsyncLocalStorage<string>()

/** The id of the request that this work is done for, however deep inside rules and transactions; none if the server acts on its own. */
export const currentRequest = (): string | undefined => current.getStore()

/** Make the request id available to everything that a handler does. Runs after the body is read, because reading it loses the context. */
export function trackRequests(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _reply, done) => current.run(request.id, done))
}
