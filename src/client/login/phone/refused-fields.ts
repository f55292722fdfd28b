import { ApiError } from '../../../../engine/client/index.ts'

/** The server's sentences by field; empty for any other refusal. */
export function refusedFields(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.code !== 422 || typeof error.details !== 'object' || error.details === null) return {}
  return Object.fromEntries(Object.entries(error.details).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
