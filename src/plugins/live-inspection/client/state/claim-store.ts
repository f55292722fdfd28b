import { LOOK_UP_PAUSE } from './look-up-pause.ts'
import type { Claim } from '../../wire.ts'

type Change = Claim | { readonly id: string; readonly holder: null }

export interface ClaimStore {
  /** Who holds it now, by the server's clock; an expired lease counts as nobody's. */
  get(id: string): Claim | undefined
  /** The claims as the user remembers them while typing: without claims made just now. */
  readonly seen: Pick<ClaimStore, 'get'>
  watch(id: string, listener: () => void): () => void
  apply(changes: readonly Change[]): void
  /** A read begins; changes until it answers are applied to the answer as well. */
  loading(): void
  /** All claims as read; if `isPart`, some could not be read, and what is known of them stays. */
  fill(claims: readonly Claim[], isPart?: boolean): void
  close(): void
}

/** Who is marking what, row by row. It notices by itself when leases expire. */
export function createClaimStore(serverNow: () => number): ClaimStore {
  const claims = new Map<string, Claim>()
  /** Since when each holder has had their claim, by this page's clock. */
  const came = new Map<string, number>()
  const listeners = new Map<string, Set<() => void>>()
  const tell = (id: string) => {
    for (const listener of listeners.get(id) ?? []) listener()
  }
  const expire = () => {
    for (const { id, until } of claims.values()) {
      if (until > serverNow()) continue
      claims.delete(id)
      tell(id)
    }
  }
  const timer = setInterval(expire, 5000)
  let since: Change[] | undefined
  const put = (change: Change) => {
    if (change.holder?.id !== claims.get(change.id)?.holder.id) came.set(change.id, performance.now())
    if (change.holder === null) claims.delete(change.id)
    else claims.set(change.id, change)
    tell(change.id)
  }
  return {
    get: (id) => claims.get(id),
    seen: { get: (id) => (performance.now() - (came.get(id) ?? 0) < LOOK_UP_PAUSE ? undefined : claims.get(id)) },
    watch: (id, listener) => {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(id) === own) listeners.delete(id)
      }
    },
    apply: (changes) => {
      since?.push(...changes)
      changes.forEach(put)
    },
    loading: () => {
      since ??= []
    },
    fill: (all, isPart = false) => {
      const gone = isPart ? [] : [...claims.keys()].filter((id) => !all.some((claim) => claim.id === id))
      gone.forEach((id) => put({ id, holder: null }))
      all.forEach(put)
      since?.forEach(put)
      since = undefined
    },
    close: () => clearInterval(timer),
  }
}
