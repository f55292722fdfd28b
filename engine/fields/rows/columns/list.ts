import { isEmpty } from '../../is-empty.ts'
import { messages } from '../../messages.ts'
import type { ListInRow } from './options.ts'

/** A text with its name. */
export interface Pair {
  readonly key: string
  readonly value: string | number
}

/** What a list holds. Texts by name (`{ header: 'X-A' }`) are how some senders write a list of texts. */
export type ListValue = readonly string[] | readonly Pair[] | Readonly<Record<string, string>>

const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTexts = (value: Readonly<Record<string, unknown>>): value is Readonly<Record<string, string>> =>
  Object.values(value).every((one) => typeof one === 'string')

/** The pair that this is; null if nothing was typed, undefined if it is none. */
function pairOf(item: unknown): Pair | null | undefined {
  if (!isObject(item)) return undefined
  const { key, value } = item
  if (isEmpty(key) && isEmpty(value)) return null
  return typeof key === 'string' && key.trim() !== '' && isScalar(value) ? { key: key.trim(), value } : undefined
}

function readPairs(raw: unknown): readonly Pair[] | undefined {
  if (!Array.isArray(raw)) return undefined
  const pairs = raw.map(pairOf)
  return pairs.includes(undefined) ? undefined : pairs.flatMap((pair) => pair ?? [])
}

function readTexts(raw: unknown): ListValue | undefined {
  if (isObject(raw)) return isTexts(raw) ? raw : undefined
  if (!Array.isArray(raw) || !raw.every(isScalar)) return undefined
  return [...new Set(raw.map((one) => String(one).trim()).filter((one) => one !== ''))]
}

/** The value of a cell that holds a list, or its sentence. */
export function readListInRow({ keyed, label, required }: ListInRow, raw: unknown): { value: ListValue | null } | { message: string } {
  const value = isEmpty(raw) ? null : keyed ? readPairs(raw) : readTexts(raw)
  if (value === undefined) return { message: keyed ? messages.pairs(label) : messages.texts(label) }
  const isNothing = value === null || Object.keys(value).length === 0
  return isNothing && required !== undefined ? { message: required } : { value }
}

/** A list as one line of text. */
export function listText(value: unknown): string {
  if (isObject(value)) return listText(Object.entries(value).map(([key, one]) => ({ key, value: one })))
  if (!Array.isArray(value)) return ''
  return value.map((one: unknown) => (isObject(one) ? `${String(one['key'])}=${String(one['value'])}` : String(one))).join('，')
}
