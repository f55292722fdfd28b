/** What has been written by a moment, on whatever node. */
export interface SharedState {
  /** The same as before if nothing has been written since. */
  readonly state: string
  /** The moment, as `Date.now()`. */
  readonly at: number
}

/** How long (milliseconds) an answer serves those who ask. */
const FRESH = 1000

/** Ask for the state at most once in a while; meanwhile everybody is told the last one, or waits for the one that is asked for. */
export function rarely(ask: () => Promise<string>): () => SharedState | Promise<SharedState> {
  let last: SharedState | undefined
  let asked: Promise<SharedState> | undefined
  const renew = async (): Promise<SharedState> => {
    const at = Date.now()
    try {
      return (last = { state: await ask(), at })
    } finally {
      asked = undefined
    }
  }
  return () => (last && Math.abs(Date.now() - last.at) < FRESH ? last : (asked ??= renew()))
}
