import type { onRequestHookHandler } from 'fastify'
import { TooMany } from '../errors.ts'
import { networkOf } from './network-of.ts'

const MINUTE = 60_000
const crowded = '操作过于频繁，请稍后再试！'

/**
 * Refuses (429) what one address asks too often within a minute. Counted on this node and in memory alone: what it bounds is work that
 * strangers cause, so the count must cost none itself. Guesses are counted for all nodes elsewhere.
 */
export function boundPerAddress(most: number, now: () => number = Date.now): onRequestHookHandler {
  let counts = new Map<string, number>()
  let since = now()
  return (request, _reply, done) => {
    if (now() - since >= MINUTE) {
      counts = new Map()
      since = now()
    }
    const network = networkOf(request.ip)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    done(count > most ? new TooMany(crowded) : undefined)
  }
}
