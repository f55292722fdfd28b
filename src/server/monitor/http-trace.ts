import type { FastifyInstance } from 'fastify'

/** One request that was answered. Headers and the query are left out: they hold tokens. */
export interface Trace {
  readonly timestamp: string
  readonly request: { readonly method: string; readonly uri: string }
  readonly response: { readonly status: number }
  /** Milliseconds. */
  readonly timeTaken: number
}

const CAPACITY = 100

/** What follows the base path, without the query. */
const pathOf = (url: string): string => url.slice('/api'.length).split('?', 1)[0] ?? ''

/**
 * Keeps the last hundred requests of this node in memory, in a ring of figures that is allocated once: an object for each request would soon
 * be allocated in the old generation, and keep its texts from being collected while young (a tenth of all bytes that grew old). What asks
 * for them is not one of them.
 */
export function traceRequests(app: FastifyInstance): () => readonly Trace[] {
  const methods = Array.from({ length: CAPACITY }, () => '')
  const urls = Array.from({ length: CAPACITY }, () => '')
  const statuses = new Uint16Array(CAPACITY)
  const times = new Float64Array(CAPACITY)
  const durations = new Float64Array(CAPACITY)
  let count = 0
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request
    if (method !== 'OPTIONS' && url.startsWith('/api/') && !url.startsWith('/api/actuator/')) {
      const index = count++ % CAPACITY
      methods[index] = method
      urls[index] = url
      statuses[index] = reply.statusCode
      times[index] = Date.now()
      durations[index] = reply.elapsedTime
    }
    done()
  })
  const traceAt = (index: number): Trace => ({
    timestamp: new Date(times[index] ?? 0).toISOString(),
    request: { method: methods[index] ?? '', uri: pathOf(urls[index] ?? '') },
    response: { status: statuses[index] ?? 0 },
    timeTaken: Math.round(durations[index] ?? 0),
  })
  return () => Array.from({ length: Math.min(count, CAPACITY) }, (_, back) => traceAt((count - 1 - back) % CAPACITY))
}
