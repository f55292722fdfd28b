import { newKey } from '../../browser/new-key.ts'

/** The `Idempotency-Key` of what a form sends. */
export interface WriteKey {
  /** The same key for the same content as the last time, so that a save whose answer was lost on its way is not made twice. */
  of(content: unknown): string
  /** It was answered: the same content is another save from now on. */
  forget(): void
}

export function createWriteKey(): WriteKey {
  let last: { readonly text: string; readonly key: string } | undefined
  return {
    of(content) {
      const text = JSON.stringify(content)
      if (last?.text !== text) last = { text, key: newKey() }
      return last.key
    },
    forget() {
      last = undefined
    },
  }
}
