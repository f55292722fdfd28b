import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { actorIfAny } from '../access/route-access.ts'

interface Known {
  readonly id: string
  readonly person: string
  /** Milliseconds since it arrived. */
  elapsed(): number
}

const current = new AsyncLocalStorage<Known>()

/** The id of the request that this work is done for, however deep inside rules and transactions; none if the server acts on its own. */
export const currentRequest = (): string | undefined => current.getStore()?.id

/** Who made that request: the login's account, or the address of someone without one. */
export const currentPerson = (): string | undefined => current.getStore()?.person

/** Milliseconds since that request arrived. */
export const currentElapsed = (): number | undefined => current.getStore()?.elapsed()

/** Make the request's id and person available to everything that a handler does. Call before any route is registered. */
export function trackRequests(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function track(request, reply) {
      const known = { id: request.id, person: actorIfAny(request)?.id ?? request.ip, elapsed: () => reply.elapsedTime }
      return current.run(known, () => handler.call(this, request, reply))
    }
  })
}
