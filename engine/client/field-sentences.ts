import { ApiError } from '../browser/api.ts'

/** The server's sentences by field, if it refused any fields. */
export function fieldSentences(error: unknown): Readonly<Record<string, string>> | undefined {
  if (!(error instanceof ApiError) || error.code !== 422 || typeof error.details !== 'object' || error.details === null) return undefined
  const entries = Object.entries(error.details).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return entries.length > 0 && !Array.isArray(error.details) ? Object.fromEntries(entries) : undefined
}
