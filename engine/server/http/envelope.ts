/** What every call answers. */
export interface Envelope {
  readonly success: boolean
  readonly code: number
  readonly message: string
  readonly result: unknown
  readonly timestamp: number
  readonly details?: unknown
}

/** A success with its result and sentence. */
export function ok(result: unknown = null, message = '操作成功！'): Envelope {
  return { success: true, code: 200, message, result, timestamp: Date.now() }
}
