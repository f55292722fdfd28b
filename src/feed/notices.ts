declare module '../../engine/registry.ts' {
  interface AppAnnouncements {
    /** What its reader has to be told in the header is not what it was: an announcement was published, revoked or read. */
    notice: { readonly topic: typeof noticeTopic | `user:${string}`; readonly body: { readonly anntId?: string } }
  }
}

/** What is for everyone with a login. */
export const noticeTopic = 'notice:all' as const
