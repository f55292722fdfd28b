import type { AnyEntity, CallSpec, Verb, WireRow } from '../schema/index.ts'
import { ApiError, isBusinessRefusal, send, type Answer, type Params } from '../browser/api.ts'
import { keyOf } from './row-key.ts'

/** The verb that our own pages use: POST wherever the call accepts it, because a GET should have no effect. */
const verbOf = (call: Pick<CallSpec, 'verbs'>): Verb => (call.verbs.includes('POST') ? 'POST' : call.verbs[0])

/** The address of a declared call; `{id}` in the path is filled from `values`, and the remaining values go with the request. */
export function callAddress(entity: AnyEntity, name: string, values: Params = {}): { url: string; left: WireRow } {
  const left = { ...values }
  const path = (entity.calls?.[name]?.path ?? name).replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(left[key] ?? '')
    delete left[key]
    return encodeURIComponent(value)
  })
  return { url: path.startsWith('/') ? path : `${entity.endpoints.base}/${path}`, left }
}

/** Make a declared call. Values go into the body or the address, depending on the verb; a refusal begins with the call's own words. */
export async function makeCall<T>(entity: AnyEntity, name: string, values: Params, idempotencyKey?: string): Promise<Answer<T>> {
  const call = entity.calls?.[name]
  const method = call ? verbOf(call) : 'POST'
  const { url, left } = callAddress(entity, name, values)
  const inBody = method === 'POST' || method === 'PUT'
  try {
    const sent = inBody ? { data: left } : { params: left }
    return await send<T>({ method, url, ...sent, ...(idempotencyKey !== undefined && { idempotencyKey }) })
  } catch (error) {
    throw call?.failure !== undefined && error instanceof ApiError ? new ApiError(`${call.failure}${error.message}`, error) : error
  }
}

/** What a call answered, as a sentence: its result where that is one. */
const answerText = ({ result, message }: Answer<unknown>): string => (typeof result === 'string' && result !== '' ? result : message)

/** The answer of a call that is tested; a refusal in the line of business is an answer as well. */
export interface Tried {
  readonly passed: boolean
  readonly text: string
}

/** Make a call to see what it answers. */
export async function tryCall(entity: AnyEntity, name: string, values: Params): Promise<Tried> {
  try {
    return { passed: true, text: answerText(await makeCall<unknown>(entity, name, values)) }
  } catch (error) {
    if (isBusinessRefusal(error)) return { passed: false, text: error.message }
    throw error
  }
}

/** Why a call is no longer needed, according to its `unless` call; undefined if it is needed. */
export async function needlessBecause(entity: AnyEntity, name: string, values: Params): Promise<string | undefined> {
  const unless = entity.calls?.[name]?.unless
  if (!unless) return undefined
  const params = Object.keys(entity.calls?.[unless.call]?.params ?? {}).flatMap((key) => (key in values ? [[key, values[key]]] : []))
  const { result } = await makeCall<boolean>(entity, unless.call, Object.fromEntries(params))
  return result ? unless.otherwise : undefined
}

interface CallSource {
  readonly row?: WireRow
  readonly values?: Params
  /** Params to ask for although the row has a value. */
  readonly ask?: readonly string[]
}

/** Which params of a call are known from the row or the action's fixed values, and which must be asked for. */
export function answerParams(entity: AnyEntity, name: string, source: CallSource): { known: WireRow; asked: string[] } {
  const params = entity.calls?.[name]?.params ?? {}
  const { row, values, ask } = source
  const id = row && (row[keyOf(entity)] ?? row.id)
  const known: WireRow = { ...values }
  if (row) known['ids' in params && !('id' in params) ? 'ids' : 'id'] = id
  const asked: string[] = []
  for (const key of Object.keys(params)) {
    const value = known[key] ?? row?.[key]
    if (value !== undefined && value !== null) known[key] = value
    if (ask?.includes(key) || known[key] === undefined) asked.push(key)
  }
  return { known, asked }
}
