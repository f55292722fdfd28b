/** An error whose message is written for users; messages of other errors are for developers. */
export class ReadableError extends Error {}

/** The sentence that is shown for a failure. */
export const errorSentence = (error: unknown): string =>
  error instanceof ReadableError && error.message ? error.message : '请求出现错误，请稍后再试'
