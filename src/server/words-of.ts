/** What an error says, for the operator of the server or a log. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
