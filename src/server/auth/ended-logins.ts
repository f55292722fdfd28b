import type { Engine, Tx } from '../../../engine/server/index.ts'

/** Every node follows it, and nobody else: logins have ended, so what a node remembers of them is forgotten. */
export const endedLogins = 'logins:ended'

declare module '../../../engine/registry.ts' {
  interface AppAnnouncements {
    loginsEnded: { readonly topic: typeof endedLogins; readonly body: Readonly<Record<never, never>> }
  }
}

/** Tell all nodes, once this transaction is committed, that logins have ended. */
export function announceEnded(engine: Engine, tx: Tx): void {
  engine.announce(tx, { topic: endedLogins, cmd: 'loginsEnded', body: {} })
}
