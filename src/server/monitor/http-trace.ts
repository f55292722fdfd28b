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

/** Keeps the last hundred requests of this node in memory; what asks for them is not one of them. */
export function traceRequests(app: FastifyInstance): () => readonly Trace[] {
  const ring: (Trace | undefined)[] = Array.from({ length: MOST })
  let next = 0
  app.addHook('onResponse', (request, reply, done) => {
    const uri = request.url.split('?')[0] ?? ''
    if (request.method !== 'OPTIONS' && uri.startsWith('/api/') && !uri.startsWith('/api/actuator/')) {
      const timeTaken = Math.round(reply.elapsedTime)
      const answered = { request: { method: request.method, uri: uri.slice(4) }, response: { status: reply.statusCode } }
      ring[next] = { timestamp: new Date().toISOString(), ...answered, timeTaken }
      next = (next + 1) % MOST
    }
    done()
  })
  return () => [...ring.slice(next), ...ring.slice(0, next)].flatMap((one) => one ?? []).toReversed()
}
