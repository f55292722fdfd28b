import { ApiError } from '../../browser/api.ts'

export interface FormClash {
  readonly field: string
  readonly yours: unknown
  readonly theirs: unknown
}

/** Someone else changed the same fields meanwhile. */
export interface EditConflict {
  readonly version: unknown
  readonly clashes: readonly FormClash[]
  readonly who: string
  readonly when: string
}

const isClash = (value: unknown): value is FormClash =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'theirs' in value &&
  'yours' in value

/** The conflict behind a refused save, if there was one. */
export function conflictOf(error: unknown): EditConflict | undefined {
  if (!(error instanceof ApiError) || error.code !== 409 || typeof error.details !== 'object' || error.details === null) return undefined
  const details: { version?: unknown; clashes?: unknown; who?: unknown; whoName?: unknown; when?: unknown } = error.details
  const clashes = Array.isArray(details.clashes) ? details.clashes.filter(isClash) : []
  if (clashes.length === 0) return undefined
  return { version: details.version, clashes, who: String(details.whoName ?? details.who ?? ''), when: String(details.when ?? '') }
}
