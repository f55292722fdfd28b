/** A refusal in the server's words. */
export const reasonOf = (error: unknown): string => (error instanceof Error && error.message ? error.message : '请求出现错误，请稍后再试')
