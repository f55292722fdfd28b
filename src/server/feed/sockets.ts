import { setImmediate as turn } from 'node:timers/promises'
import type { WebSocket } from '@fastify/websocket'
import { TooMany } from '../../../engine/server/index.ts'
import type { Logins } from '../auth/logins.ts'
import type { Hub } from './hub.ts'
import type { TopicRights } from './readers.ts'
import { Subscriber } from './subscriber.ts'

/** Pages that one person may have open on a node, in all their logins together. */
const MOST_OF_ONE = 30
/** Sockets are rechecked at once, and then at the earliest after this delay, so that several changes cause one recheck. */
const GATHER = 100

/** All open sockets of this node. */
export interface Sockets {
  /** A socket was opened with this token, as this user. */
  open(socket: WebSocket, opened: { readonly token: string; readonly userId: string }): void
  /** Something changed for all logins, or for one: recheck soon whether their sockets may continue, and send them nothing until then. */
  recheck(key?: string): void
  /** Recheck the sockets soon, although no change was reported. */
  review(): void
  beat(): void
}

interface Opened {
  readonly subscriber: Subscriber
  readonly key: string
  /** The owner, once known. */
  whose?: string
}

export function openSockets({ hub, rights, logins }: { hub: Hub; rights: TopicRights; logins: Logins }): Sockets {
  const all = new Set<Opened>()
  const toCheck = { all: false, keys: new Set<string>() }
  let isAsking = false
  let lastAsked = 0

  async function ask(): Promise<void> {
    const doubtful = toCheck.all ? [...all] : [...all].filter(({ key }) => toCheck.keys.has(key))
    toCheck.all = false
    toCheck.keys.clear()
    for (const { subscriber } of doubtful) {
      await subscriber.recheck().catch(() => undefined)
      await turn()
    }
    isAsking = false
    lastAsked = Date.now()
    if (toCheck.all || toCheck.keys.size) askSoon()
  }
  function askSoon(): void {
    if (isAsking) return
    isAsking = true
    setTimeout(() => void ask(), Math.max(0, lastAsked + GATHER - Date.now())).unref()
  }

  return {
    open(socket, { token, userId }) {
      const key = logins.keyOf(token) ?? ''
      const identify = async () => {
        const actor = await logins.actorOf(key)
        if (opened.whose === undefined && [...all].filter(({ whose }) => whose === actor.id).length >= MOST_OF_ONE)
          throw new TooMany('打开的页面太多')
        opened.whose = actor.id
        return actor
      }
      const subscriber = new Subscriber(socket, { hub, rights, userId, identify })
      const opened: Opened = { subscriber, key }
      all.add(opened)
      socket.once('close', () => all.delete(opened))
    },
    recheck(key) {
      for (const opened of all) if (key === undefined || opened.key === key) opened.subscriber.doubt()
      if (key === undefined) toCheck.all = true
      else toCheck.keys.add(key)
      askSoon()
    },
    review() {
      toCheck.all = true
      askSoon()
    },
    beat() {
      const now = Date.now()
      for (const { subscriber } of all) subscriber.beat(now)
    },
  }
}
