import type { Engine, FeedItem } from '../../../engine/server/index.ts'
import { readMessage } from '../../feed/read-message.ts'
import { rightsTopic } from '../../feed/rights.ts'
import type { Access } from '../access/access.ts'
import { systemActor } from '../access/system-actor.ts'
import { endedIn, endedLogins } from '../auth/ended-logins.ts'
import type { Logins } from '../auth/logins.ts'
import type { Hub } from './hub.ts'

/** What nodes tell each other beside the topics with news, whose names have no blank. */
const WROTE = 'wrote '
const LOGIN = 'login '
const ALL = ''

const named = (words: readonly string[], kind: string): string[] =>
  words.flatMap((word) => (word.startsWith(kind) ? [word.slice(kind.length)] : []))

/** The words for the logins that a transaction has ended or changed. */
export const loginWords = (items: readonly FeedItem[]): string[] => endedIn(items).map(({ key = ALL }) => `${LOGIN}${key}`)

/** The words for the entities that a transaction has written. */
export const writtenWords = (entities: ReadonlySet<string>): string[] => [...entities].map((name) => `${WROTE}${name}`)

interface Memory {
  readonly engine: Engine
  readonly access: Access
  readonly logins: Logins
}

/** Forget what these words say is out of date. */
export function forgetSaid({ engine, access, logins }: Memory, words: readonly string[]): void {
  const keys = named(words, LOGIN)
  if (keys.length) logins.forget(keys.includes(ALL) ? undefined : keys)
  if (words.includes(rightsTopic)) access.invalidate()
  const entities = named(words, WROTE)
  if (entities.length) engine.writtenElsewhere(new Set(entities))
}

/** Forget what the feed says is out of date: what comes without Redis, and what Redis lost. */
export async function followNews(hub: Hub, { access, logins }: Memory): Promise<void> {
  await hub.follow(rightsTopic, { wake: () => access.invalidate() })
  let seq = 0
  const read = async (): Promise<void> => {
    const next = await hub.next(endedLogins, seq, systemActor)
    if (!next) return
    seq = next.seq
    const keys = next.texts.map((text) => {
      const message = readMessage(text)
      return message?.cmd === 'event' ? message.body?.['key'] : undefined
    })
    const texts = keys.filter((key) => typeof key === 'string')
    logins.forget(texts.length === keys.length ? texts : undefined)
    await read()
  }
  // What cannot be read at this moment may have named any login.
  seq = await hub.follow(endedLogins, { wake: () => void read().catch(() => logins.forget()) })
}
