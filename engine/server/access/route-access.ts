import type { FastifyContextConfig, FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'
import { boundPerAddress } from '../http/address-bound.ts'
import type { Actor } from '../contract.ts'
import { NotAllowed, NotSignedIn, ReadOnly } from '../errors.ts'
import { patternOfPath } from '../http/path-pattern.ts'

/** Who may call a route: everyone, anyone with a login, or holders of any of these permissions. */
export type RouteAccess = 'public' | 'login' | (string & {}) | readonly string[]

const identified = Symbol('actor')

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: RouteAccess
    /** How often one address may make the call within a minute: what anyone may ask without a login, and what costs something. */
    perMinute?: number
    /** Whether the call only reads; without a word about it, GET reads and every other verb writes. */
    reads?: boolean | undefined
    /** What only the person themself may see, so that nobody sees it who looks at the pages in their name. */
    isPrivate?: boolean
    /** The entity whose rows the call is about, and what it does to one (`row-deeds.ts`). */
    of?: { readonly entity: string; readonly action: string | undefined } | undefined
  }
  interface FastifyInstance {
    /** Every route below /api that says who may call it. */
    readonly guarded: readonly GuardedRoute[]
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

/** A route and who may call it. */
export interface GuardedRoute {
  readonly method: string
  readonly url: string
  readonly access: RouteAccess
  readonly of: FastifyContextConfig['of']
}

/** The route that answers a path, as pages write it: `/inspect/bhCourse/edit`. */
export function routeAt(
  routes: readonly GuardedRoute[],
  asked: { readonly method: string; readonly path: string },
): GuardedRoute | undefined {
  const path = `/api${asked.path.split('?')[0] ?? ''}`
  const own = routes.filter(({ method }) => method === asked.method)
  return own.find(({ url }) => url === path) ?? own.find(({ url }) => patternOfPath(url).test(path))
}

/**
 * The permissions of which a person lacks every one, where one of them is needed; undefined if they lack nothing. Every call is admitted
 * by it, and every explanation asks it.
 */
export function lackedFor({ permissions }: Pick<Actor, 'permissions'>, access: RouteAccess): readonly string[] | undefined {
  if (access === 'login' || access === 'public') return undefined
  const codes = typeof access === 'string' ? [access] : access
  return codes.some((code) => permissions.has(code)) ? undefined : codes
}

/** Throw unless the actor holds one of the permissions. */
export function demand(actor: Actor, permission: string | readonly string[]): void {
  const lacked = lackedFor(actor, permission)
  if (lacked) throw new NotAllowed(lacked[0])
}

/** Whether a route only reads. */
const readsOnly = ({ reads, isPrivate }: FastifyContextConfig, method: string): boolean =>
  isPrivate !== true && (reads ?? (method === 'GET' || method === 'HEAD'))

/** Whether a call of a route writes. */
export const isWrite = (route: FastifyContextConfig, method: string): boolean => !readsOnly({ ...route, isPrivate: false }, method)

/** How the server learns who sent a request. */
export interface Identification {
  /** Throws NotSignedIn if the request has no valid login. */
  identify(request: FastifyRequest): Promise<Actor>
  /** The same without a tick, where that is known already; undefined where `identify` has to be asked. */
  remembered?(request: FastifyRequest, route: FastifyContextConfig): Actor | undefined
}

/** What one call may do is decided here and nowhere else: people who may only look are refused whatever writes, before anything else. */
function admit(request: FastifyRequest, access: RouteAccess, actor: Actor): void {
  request[identified] = actor
  if (actor.onlyLooks && !readsOnly(request.routeOptions.config, request.method)) throw new ReadOnly(actor.onlyLooks.sentence)
  demand(actor, access)
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
  const guarded: GuardedRoute[] = []
  app.decorate('guarded', guarded)
  app.addHook('onRoute', (route) => {
    const access = route.config?.permission
    if (access === undefined && route.url.startsWith('/api/'))
      throw new Error(`${String(route.method)} ${route.url}: say config.permission ('public', 'login' or a code)`)
    if (access === undefined) return
    if (route.url !== '/api/*')
      for (const method of [route.method].flat().filter((verb) => verb !== 'HEAD'))
        guarded.push({ method, url: route.url, access, of: route.config?.of })
    const most = route.config?.perMinute
    if (most !== undefined) route.onRequest = [boundPerAddress(most), ...[route.onRequest ?? []].flat()]
    if (access === 'public') return
    route.preParsing = [guardOf(access, route.config ?? {}, logins), ...[route.preParsing ?? []].flat()]
  })
}
