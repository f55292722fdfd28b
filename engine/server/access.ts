import type { FastifyContextConfig, FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'
import type { Actor } from './contract.ts'
import { NotAllowed, NotSignedIn } from './errors.ts'

/** Who may call a route: everyone, anyone with a login, or holders of any of these permissions. */
export type RouteAccess = 'public' | 'login' | (string & {}) | readonly string[]

const identified = Symbol('actor')

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: RouteAccess
    /** Whether a call with another verb than GET only reads. */
    reads?: boolean | undefined
  }
  interface FastifyRequest {
    /** The actor of the request; throws NotSignedIn on a route that needs no login. */
    readonly actor: Actor
    [identified]: Actor | undefined
  }
}

/** The actor of a request, if its route requires a login. */
export const actorIfAny = (request: FastifyRequest): Actor | undefined => request[identified]

/** The actor of a request that has passed the access check. */
export function actorOf(request: FastifyRequest): Actor {
  const actor = request[identified]
  if (!actor) throw new NotSignedIn()
  return actor
}

/** Throw unless the actor holds one of the permissions. */
export function demand(actor: Actor, permission: string | readonly string[]): void {
  const codes = typeof permission === 'string' ? [permission] : permission
  if (!codes.some((code) => actor.permissions.has(code))) throw new NotAllowed(codes[0])
}

/** How the server learns who sent a request. */
export interface Identification {
  /** Throws NotSignedIn if the request has no valid login. */
  identify(request: FastifyRequest): Promise<Actor>
  /** The same without a tick, where that is known already; undefined where `identify` has to be asked. */
  remembered?(request: FastifyRequest, route: FastifyContextConfig): Actor | undefined
}

function admit(request: FastifyRequest, access: RouteAccess, actor: Actor): void {
  request[identified] = actor
  if (access !== 'login') demand(actor, access)
}

/** The check that runs before the handler of a route, and before its body is read. */
function guardOf(access: RouteAccess, route: FastifyContextConfig, logins: Identification): preParsingHookHandler {
  const identify = async (request: FastifyRequest) => admit(request, access, await logins.identify(request))
  return (request, _reply, _payload, done) => {
    try {
      const actor = logins.remembered?.(request, route)
      if (!actor) return void identify(request).then(() => done(), done)
      admit(request, access, actor)
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)))
    }
    done()
  }
}

/** Deny by default: a route below /api that does not say who may call it prevents the start. Call before any route is registered. */
export function guardRoutes(app: FastifyInstance, logins: Identification): void {
  app.decorateRequest(identified)
  app.decorateRequest('actor', {
    getter(this: FastifyRequest) {
      return actorOf(this)
    },
  })
  app.addHook('onRoute', (route) => {
    const access = route.config?.permission
    if (access === undefined && route.url.startsWith('/api/'))
      throw new Error(`${String(route.method)} ${route.url}: say config.permission ('public', 'login' or a code)`)
    if (access === undefined || access === 'public') return
    route.preParsing = [guardOf(access, route.config ?? {}, logins), ...[route.preParsing ?? []].flat()]
  })
}
