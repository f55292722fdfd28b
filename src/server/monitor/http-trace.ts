import type { FastifyInstance } from 'fastify'

/** One request that was answered. Headers and the query are left out: they hold tokens. */
export interface Trace {
  readonly timestamp: string
  readonly request: { readonly method: string; readonly uri: string }
  readonly response: { readonly status: number }
  /** Milliseconds. */
  readonly timeTaken: number
}

const MOST = 100

/** What is noted of a request; its text is made when somebody looks at it. */
interface Answered {
  readonly at: number
  readonly method: string
  readonly uri: string
  readonly status: number
  readonly took: number
}

const traceOf = ({ at, method, uri, status, took }: Answered): Trace => ({
  timestamp: new Date(at).toISOString(),
  request: { method, uri: uri.slice('/api'.length) },
  response: { status },
  timeTaken: Math.round(took),
})

/** Keeps the last hundred requests of this node in memory; what asks for them is not one of them. */
export function traceRequests(app: FastifyInstance): () => readonly Trace[] {
  const ring: (Answered | undefined)[] = Array.from({ length: MOST })
  let next = 0
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request
    if (method !== 'OPTIONS' && url.startsWith('/api/') && !url.startsWith('/api/actuator/')) {
      const queryStart = url.indexOf('?')
      const uri = queryStart === -1 ? url : url.slice(0, queryStart)
      ring[next] = { at: Date.now(), method, uri, status: reply.statusCode, took: reply.elapsedTime }
      next = (next + 1) % MOST
    }
    done()
  })
  return () => [...ring.slice(next), ...ring.slice(0, next)].flatMap((one) => (one ? traceOf(one) : [])).toReversed()
}
