import type { Engine, FeedItem, Tx } from '../../../engine/server/index.ts'

/** Every node follows it, and nobody else: logins have ended or changed, so what a node remembers of them is forgotten. */
export const endedLogins = 'logins:ended'

/** The login that this is about; without its key, all of them. */
export interface EndedLogin {
  readonly key?: string
}

declare module '../../../engine/registry.ts' {
  interface AppAnnouncements {
    loginsEnded: { readonly topic: typeof endedLogins; readonly body: EndedLogin }
  }
}

/** Tell all nodes, once this transaction is committed, that logins have ended or changed. */
export function announceEnded(engine: Engine, tx: Tx, ...keys: readonly string[]): void {
  const bodies: readonly EndedLogin[] = keys.length ? keys.map((key) => ({ key })) : [{}]
  for (const body of bodies) engine.announce(tx, { topic: endedLogins, cmd: 'loginsEnded', body })
}

/** The logins that are announced as ended. */
export const endedIn = (items: readonly FeedItem[]): readonly EndedLogin[] =>
  items.flatMap((item) => (item.kind === 'announcement' && item.topic === endedLogins ? [item.body] : []))
