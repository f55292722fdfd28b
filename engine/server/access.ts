import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from './contract.ts'
import { NotAllowed, NotSignedIn } from './errors.ts'

/** Who may call a route: everyone, anyone with a login, or holders of any of these permissions. */
export type RouteAccess = 'public' | 'login' | (string & {}) | readonly string[]

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: RouteAccess
    /** Whether a call with another verb than GET only reads. */
    reads?: boolean | undefined
  }
  interface FastifyRequest {
    /** The actor of the request; throws NotSignedIn on a route that needs no login. */
    readonly actor: Actor
  }
}

const actors = new WeakMap<FastifyRequest, Actor>()

/** The actor of a request, if its route requires a login. */
export const actorIfAny = (request: FastifyRequest): Actor | undefined => actors.get(request)

/** The actor of a request that has passed the access check. */
export function actorOf(request: FastifyRequest): Actor {
  const actor = actors.get(request)
  if (!actor) throw new NotSignedIn()
  return actor
}

/** Throw unless the actor holds one of the permissions. */
export function demand(actor: Actor, permission: string | readonly string[]): void {
  const codes = typeof permission === 'string' ? [permission] : permission
  if (!codes.some((code) => actor.permissions.has(code))) throw new NotAllowed(codes[0])
}

/** Deny by default: a route below /api that does not say who may call it prevents the start, and the check runs before its handler. */
export function guardRoutes(app: FastifyInstance, identify: (request: FastifyRequest) => Promise<Actor>): void {
  app.decorateRequest('actor', {
    getter(this: FastifyRequest) {
      return actorOf(this)
    },
  })
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && route.config?.permission === undefined) {
      throw new Error(`${String(route.method)} ${route.url}: say config.permission ('public', 'login' or a code)`)
    }
  })
  app.addHook('preParsing', async (request) => {
    const access = request.routeOptions.config.permission
    if (access === undefined || access === 'public') return
    const actor = await identify(request)
    actors.set(request, actor)
    if (access !== 'login') demand(actor, access)
  })
}
