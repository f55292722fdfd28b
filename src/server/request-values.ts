import type { FastifyRequest } from 'fastify'
import { Refused } from '../../engine/server/index.ts'
import { parts, asText } from '../sent-values.ts'

type Values = Readonly<Record<string, string>>

const MOST_TEXT = 2000

function textsOf(given: unknown): Values {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {}
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, asText(value).replaceAll('\0', '').slice(0, MOST_TEXT)]))
}

/** Query parameters as texts; other values count as empty. NUL is removed, because PostgreSQL cannot store it. */
export const queryOf = ({ query }: FastifyRequest): Values => textsOf(query)

/** Fields of a JSON body as texts; other values count as empty. */
export const bodyOf = ({ body }: Pick<FastifyRequest, 'body'>): Values => textsOf(body)

/** Whether a box was ticked, however the front end sends it. */
export function isTicked({ body }: Pick<FastifyRequest, 'body'>, name: string): boolean {
  const value: unknown = typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined
  return [true, 1, '1', 'true', 'on'].some((ticked) => ticked === value)
}

/** The ids of a comma list; refused if there are none. */
export function chosenIds(value: unknown): string[] {
  const ids = parts(value)
  if (ids.length === 0) throw new Refused('请选择一条记录！')
  return ids
}
