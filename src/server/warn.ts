/** Says something to the operator of the server, in its log. */
export type Warn = (sentence: string) => void

/** What an error says, for the operator of the server or a log. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Does work that is done again and again, and may fail for a while: its operator is told once, and again only after it went well. */
export function warnOnce(warn: Warn, what: string): (work: () => Promise<unknown> | void) => Promise<void> {
  let isTroubled = false
  return async (work) => {
    try {
      await work()
      isTroubled = false
    } catch (error) {
      if (!isTroubled) warn(`${what}：${wordsOf(error)}`)
      isTroubled = true
    }
  }
}
