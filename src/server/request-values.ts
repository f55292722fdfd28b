import type { FastifyRequest } from 'fastify'
import { text } from './cells.ts'

type Values = Readonly<Record<string, string>>

const MOST_TEXT = 2000

function textsOf(given: unknown): Values {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {}
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, text(value).replaceAll('\0', '').slice(0, MOST_TEXT)]))
}

/** Query parameters as texts; what is no text counts as empty. NUL is dropped, PostgreSQL stores none. */
export const queryOf = ({ query }: FastifyRequest): Values => textsOf(query)

/** Fields of a JSON body as texts; what is no text counts as empty. */
export const bodyOf = ({ body }: FastifyRequest): Values => textsOf(body)
