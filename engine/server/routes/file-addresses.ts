import type { FastifyRequest } from 'fastify'
import { isFiles } from '../../fields/structure.ts'
import type { WireRow } from '../../schema/index.ts'
import type { Model } from '../contract.ts'
import { resolveVia } from '../query/column-sql.ts'
import type { RouteSpec } from './route-maker.ts'

/** A stored file's path as an address that opens it without a header, for the person who made the request. */
export type FileAddress = (path: string, request: FastifyRequest) => string

/** Our own pages request paths as they are stored: they compare them, and sign only those that they show. */
export const wantsPaths = (request: FastifyRequest): boolean => request.headers['x-file-paths'] === 'plain'

const isRow = (value: unknown): value is WireRow => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rows of an answer: a page, a list, or one row. */
function rowsOf(result: unknown): readonly WireRow[] {
  if (Array.isArray(result)) return result.filter(isRow)
  if (!isRow(result)) return []
  return Array.isArray(result['records']) ? result['records'].filter(isRow) : [result]
}

/** Answers of this handler carry files as signed addresses, so that pages can put them into `<img>`. */
export function withFileAddresses(
  { model, models }: { readonly model: Model; readonly models: ReadonlyMap<string, Model> },
  handle: RouteSpec['handle'],
  addressOf: FileAddress | undefined,
): RouteSpec['handle'] {
  const keys = Object.keys(model.entity.fields).filter((key) => isFiles(resolveVia({ models }, model, key)?.field))
  if (keys.length === 0 || !addressOf) return handle
  const sign = (path: string, request: FastifyRequest): string => (/^(https?:|\/)/.test(path) ? path : addressOf(path, request))
  return async (incoming) => {
    const { request } = incoming
    const answer = await handle(incoming)
    if (wantsPaths(request) || !('result' in answer)) return answer
    for (const row of rowsOf(answer.result))
      for (const key of keys) {
        const value = row[key]
        if (typeof value !== 'string' || value === '') continue
        row[key] = value
          .split(',')
          .map((path) => sign(path, request))
          .join(',')
      }
    return answer
  }
}
