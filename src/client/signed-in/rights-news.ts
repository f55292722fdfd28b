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

/** A change that concerns thousands of pages is not read by all of them at once. */
const SPREAD = 800

const holds = (list: unknown, value: string): boolean => Array.isArray(list) && list.includes(value)

/** Calls `renew` soon after somebody changed what this user may do, and reads the notices again when there are others; answers what ends it. */
export function followRights({ userId, roleCode, renew }: Reader): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let noting: ReturnType<typeof setTimeout> | undefined
  const renewSoon = () => {
    waiting ??= setTimeout(() => {
      waiting = undefined
      renew()
    }, Math.random() * SPREAD)
  }
  const noticesSoon = () => {
    noting ??= setTimeout(() => {
      noting = undefined
      readNoticesAgain()
    }, Math.random() * SPREAD)
  }
  const own = `user:${userId}`
  const feed = openFeed({
    userId,
    readToken: currentToken,
    fetchJson: (path) => api.get(path),
    topics: [rightsTopic, noticeTopic, own],
    onMessage: (message) => {
      if (message.cmd === 'resync' || (message.cmd === 'event' && message.type === 'notice')) noticesSoon()
      if (message.cmd === 'resync') return renewSoon()
      if (message.cmd !== 'event' || message.type !== 'rights') return
      const { roles, departs } = message.body ?? {}
      if (message.topic === own || holds(roles, roleCode) || (Array.isArray(departs) && departs.length > 0)) renewSoon()
    },
    onState: () => undefined,
  })
  return () => {
    clearTimeout(waiting)
    clearTimeout(noting)
    feed.close()
  }
}
