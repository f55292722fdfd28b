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

/** What follows the base path, without the query. */
const pathOf = (url: string): string => url.slice('/api'.length).split('?', 1)[0] ?? ''

/**
 * Keeps the last hundred requests of this node in memory; what asks for them is not one of them. Their figures are written into places
 * that stay: an object for each request would soon be allocated in the old generation, and keep its texts from being collected while
 * young (a tenth of all bytes that grew old).
 */
export function traceRequests(app: FastifyInstance): () => readonly Trace[] {
  const methods = Array.from({ length: MOST }, () => '')
  const urls = Array.from({ length: MOST }, () => '')
  const statuses = new Uint16Array(MOST)
  const times = new Float64Array(MOST)
  const taken = new Float64Array(MOST)
  let noted = 0
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request
    if (method !== 'OPTIONS' && url.startsWith('/api/') && !url.startsWith('/api/actuator/')) {
      const place = noted++ % MOST
      methods[place] = method
      urls[place] = url
      statuses[place] = reply.statusCode
      times[place] = Date.now()
      taken[place] = reply.elapsedTime
    }
    done()
  })
  const traceAt = (place: number): Trace => ({
    timestamp: new Date(times[place] ?? 0).toISOString(),
    request: { method: methods[place] ?? '', uri: pathOf(urls[place] ?? '') },
    response: { status: statuses[place] ?? 0 },
    timeTaken: Math.round(taken[place] ?? 0),
  })
  return () => Array.from({ length: Math.min(noted, MOST) }, (_, back) => traceAt((noted - 1 - back) % MOST))
}
