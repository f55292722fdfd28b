/** What somebody may do has changed: every node reads rights again, and so do the open pages that it concerns. */
export interface ChangedRights {
  /** Codes of the roles. */
  readonly roles?: readonly string[]
  /** Ids of the departments whose own roles or grants changed. */
  readonly departs?: readonly string[]
}

declare module '../../engine/registry.ts' {
  interface AppAnnouncements {
    rights: { readonly topic: typeof rightsTopic | `user:${string}`; readonly body: ChangedRights }
  }
}

/** Everyone with a login may follow it. */
export const rightsTopic = 'rights:all'
