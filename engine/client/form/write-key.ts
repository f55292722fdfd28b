import { isRefusal } from '../../browser/api.ts'
import { newKey } from '../../browser/new-key.ts'

/** The `Idempotency-Key` of what a form or window sends. */
export interface WriteKey {
  /**
   * Make a call under the same key as the last time if it has the same content, so that a save whose answer was lost on its way is not made
   * twice. Once the server has answered, also by a refusal, the same content is another save.
   */
  send<T>(content: unknown, call: (key: string) => Promise<T>): Promise<T>
}

export function createWriteKey(): WriteKey {
  let last: { readonly text: string; readonly key: string } | undefined
  return {
    async send(content, call) {
      const text = JSON.stringify(content)
      if (last?.text !== text) last = { text, key: newKey() }
      try {
        const answer = await call(last.key)
        last = undefined
        return answer
      } catch (error) {
        if (isRefusal(error)) last = undefined
        throw error
      }
    },
  }
}
