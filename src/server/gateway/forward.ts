import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../../engine/server/index.ts'
import { OUTBOUND_REFUSED } from '../outbound/outbound-guard.ts'
import { headersForSender, headersForTarget } from './headers.ts'
import type { Limiter } from './limiter.ts'
import type { AskedGateway } from './predicates.ts'
import type { OpenRoute, RouteTable } from './route-table.ts'

export const PREFIX = '/gateway'

const words = {
  none: [404, '没有匹配的网关路由'],
  bad: [400, '请求地址有误'],
  limited: [429, '访问过于频繁，请稍后再试！'],
  refused: [502, '网关路由的目标地址不在允许范围内'],
  away: [502, '网关路由的目标没有应答'],
  late: [504, '网关路由的目标应答超时'],
  /** What `forward:/fallback` answers. */
  fallback: [503, '访问超时，请稍后再试!'],
} as const

function say(reply: FastifyReply, what: keyof typeof words): FastifyReply {
  const [code, message] = words[what]
  return reply.status(code).send({ success: false, code, message, result: null, timestamp: Date.now() })
}

/** Whether an address, as it was sent, is one of the gateway. */
export const isBelowGateway = (url: string): boolean => /^\/gateway(?:[/?]|$)/.test(url)

/**
 * The path below the gateway as it was sent, and with its escapes read; undefined if they are none, or if the address begins otherwise: a whole
 * URL and an escaped `gateway` lead here too, and what is cut off them would join the target's host.
 */
function pathOf(url: string): { sent: string; read: string } | undefined {
  if (!isBelowGateway(url)) return undefined
  const sent = (url.slice(PREFIX.length).split('?')[0] ?? '') || '/'
  // No path has these signs; asked for as a URL, it would end at the first and have further parts at the second, which no predicate saw.
  if (/[#\\]/.test(sent)) return undefined
  try {
    const read = sent.includes('%') ? decodeURIComponent(sent) : sent
    // Another path than the one that was looked at would be asked for: servers for Java leave out what follows a semicolon. What the proxy
    // refuses by itself (`..` at either end of a part) must not count as a failure of the target.
    return read.split(/[/\\]/).some((part) => /^\.(?:;|$)|^\.\.|\.\.$/.test(part)) ? undefined : { sent, read }
  } catch {
    return undefined
  }
}

const askedBy = (request: FastifyRequest, path: string): AskedGateway => ({
  method: request.method,
  path,
  // Few routes look at it.
  get query() {
    return new URLSearchParams(request.url.split('?').slice(1).join('?'))
  },
  headers: request.headers,
  host: request.hostname,
  ip: request.ip,
  now: Date.now(),
})

/** Who leaves sooner than this, in milliseconds, has reasons of their own; later it is the target that keeps them waiting. */
const PATIENT = 1_000

/** Sends the request on; ends when the answer begins, and fails when there is none. */
function send(reply: FastifyReply, address: string): Promise<void> {
  return new Promise((done, fail) => {
    const began = performance.now()
    const isKept = (): boolean => reply.request.raw.complete && performance.now() - began > PATIENT
    reply.raw.once('close', () => (isKept() ? fail(new Error('the sender has left')) : done()))
    reply.from(address, {
      retryDelay: () => null,
      rewriteRequestHeaders: headersForTarget,
      rewriteHeaders: headersForSender,
      onResponse(_request, answer, { stream }) {
        done()
        answer.send(stream)
      },
      onError: (_reply, { error }) => fail(error),
    })
  })
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

function sentenceFor(error: unknown, { breaker }: OpenRoute): keyof typeof words {
  const cause = error instanceof Error ? error.cause : undefined
  if (codeOf(cause) === OUTBOUND_REFUSED) return 'refused'
  if (breaker) return 'fallback'
  return ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'].includes(String(codeOf(cause))) ? 'late' : 'away'
}

/** Answers the requests below `/gateway`. */
export const forwarder =
  ({ table, limiter }: { readonly table: RouteTable; readonly limiter: Limiter }) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = pathOf(request.url)
    if (!path) return say(reply, 'bad')
    const route = table.find(askedBy(request, path.read))
    if (!route) return say(reply, 'none')
    const { limit, breaker } = route
    if (limit && !(await limiter.take(`${route.id}:${networkOf(request.ip)}`, limit))) return say(reply.header('retry-after', 1), 'limited')
    const ask = () => send(reply, route.uri + path.sent)
    try {
      await (breaker ? breaker.fire(ask) : ask())
    } catch (error) {
      if (!reply.sent && !reply.raw.destroyed) return say(reply, sentenceFor(error, route))
    }
    return reply
  }
