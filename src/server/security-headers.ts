import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'node:http' {
  interface ServerResponse {
    /** Node's own: makes the head of an answer out of its status line and its headers. */
    _storeHeader(statusLine: string, headers: unknown): void
  }
}

/** What a page may load; scripts come only from this server. Pages of others stand in sandboxed frames, where a menu entry names them. */
export const contentPolicy = (style: string): string =>
  `default-src 'self'; base-uri 'self'; object-src 'none'; frame-ancestors 'self'; frame-src 'self' http: https:; form-action 'self'; img-src 'self' data: blob:; script-src 'self'; style-src 'self' ${style}`

/** What helmet recommends, as constants. */
const everywhere = {
  'content-security-policy': contentPolicy("'unsafe-inline'"),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

const linesOf = (values: Iterable<readonly [name: string, value: string]>): string =>
  Array.from(values, ([name, value]) => `${name}: ${value}\r\n`).join('')

/** Headers that an answer has unless its route sets one of them otherwise. */
class ConstantHeaders {
  readonly values: ReadonlyMap<string, string>
  /** The lines that are left, by the names of those that an answer sets itself. */
  readonly #lines = new Map<string, string>()

  constructor(values: OutgoingHttpHeaders) {
    this.values = new Map(Object.entries(values).map(([name, value]) => [name, String(value)]))
  }

  /** Their lines beside the headers that were set, whose names are the keys of `given`. */
  beside(given: object): string {
    let set = ''
    for (const name in given) if (this.values.has(name)) set += `${name},`
    const known = this.#lines.get(set)
    if (known !== undefined) return known
    const lines = linesOf([...this.values].filter(([own]) => !Object.hasOwn(given, own)))
    this.#lines.set(set, lines)
    return lines
  }
}

/** Answers of calls are not cached unless they say so. */
const ofCalls = { 'cache-control': 'no-store' }

/** JSON is no document: nothing loads from it and nobody frames it, so most of a page's headers would be bytes for nothing. */
const ofData = new ConstantHeaders({
  ...ofCalls,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
})
const ofPages = new ConstantHeaders(everywhere)
/** Files, and pages that calls answer. */
const ofDownloads = new ConstantHeaders({ ...everywhere, ...ofCalls })

/** The route's own path, where the address writes it otherwise: with escapes, or as a whole URL. */
const pathOf = (request: FastifyRequest): string =>
  request.url.startsWith('/api/') ? request.url : (request.routeOptions.url ?? request.url)

function constantsOf(path: string, type: unknown): ConstantHeaders {
  if (!path.startsWith('/api/')) return ofPages
  return typeof type === 'string' && type.startsWith('application/json') ? ofData : ofDownloads
}

/** An answer whose constant headers are written in one go: as single headers they cost more than looking up a row. */
export class PreparedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  constants: ConstantHeaders | undefined = undefined

  override _storeHeader(statusLine: string, headers: unknown): void {
    const given = typeof headers === 'object' && headers !== null ? headers : {}
    super._storeHeader(this.constants ? statusLine + this.constants.beside(given) : statusLine, headers)
  }
}

/** Security headers everywhere. A route that sets one of them itself keeps its own value. */
export function securityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const constants = constantsOf(pathOf(request), reply.getHeader('content-type'))
    if (reply.raw instanceof PreparedResponse) reply.raw.constants = constants
    else for (const [name, value] of constants.values) if (!reply.hasHeader(name)) reply.header(name, value)
    done(null, payload)
  })
}
