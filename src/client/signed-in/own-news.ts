import { api, currentToken } from '../../../engine/client/index.ts'
import { openFeed } from '../../feed/connection.ts'
import { noticeTopic } from '../../feed/notices.ts'
import { rightsTopic } from '../../feed/rights.ts'
import { readNoticesAgain } from '../notices/own-notices.ts'

interface Reader {
  readonly userId: string
  readonly roleCode: string
  /** What the user may do may have changed. */
  renew(): void
}

/** Milliseconds. */
const SPREAD = 800

const holds = (list: unknown, value: string): boolean => Array.isArray(list) && list.includes(value)

/** Does the work soon, once however often it is asked for meanwhile; a change that concerns thousands of pages is not read by all at once. */
function spread(work: () => void): { soon(): void; end(): void } {
  let waiting: ReturnType<typeof setTimeout> | undefined
  return {
    soon() {
      waiting ??= setTimeout(() => {
        waiting = undefined
        work()
      }, Math.random() * SPREAD)
    },
    end: () => clearTimeout(waiting),
  }
}

/** Calls `renew` soon after somebody changed what this user may do, and reads the notices again when there are others; answers what ends it. */
export function followOwnNews({ userId, roleCode, renew }: Reader): () => void {
  const rights = spread(renew)
  const notices = spread(readNoticesAgain)
  const own = `user:${userId}`
  const feed = openFeed({
    userId,
    readToken: currentToken,
    fetchJson: (path) => api.get(path),
    topics: [rightsTopic, noticeTopic, own],
    onMessage: (message) => {
      if (message.cmd === 'resync' || (message.cmd === 'event' && message.type === 'notice')) notices.soon()
      if (message.cmd === 'resync') return rights.soon()
      if (message.cmd !== 'event' || message.type !== 'rights') return
      const { roles, departs } = message.body ?? {}
      if (message.topic === own || holds(roles, roleCode) || (Array.isArray(departs) && departs.length > 0)) rights.soon()
    },
    // What was published between the first count and this moment was told to nobody here.
    onState: (state) => state === 'live' && notices.soon(),
  })
  return () => {
    rights.end()
    notices.end()
    feed.close()
  }
}
