import type { AnswerOfPath, CallPath, OnlyParams, ParamsOfPath, VerbOfPath } from '../schema/call-types.ts'
import type { SchemaError } from '../schema/entity.ts'
import { api, send, type Answer, type Params } from './api.ts'

/** How a declared call is made; what it answers beyond its schema, the page says. */
interface Made<P extends CallPath> {
  get<T = AnswerOfPath<P>>(signal?: AbortSignal): Promise<T>
  post<T = AnswerOfPath<P>>(): Promise<T>
  /** With the sentence that the server says. */
  send<T = AnswerOfPath<P>>(idempotencyKey?: string): Promise<Answer<T>>
}
type MethodFor<V> = V extends 'GET' ? 'get' : V extends 'POST' ? 'post' | 'send' : never

/** A call of a schema, by its address, for pages written by hand: address, params and verbs are those that the schema declares. */
export function declaredCall<P extends CallPath, const Q extends ParamsOfPath<P> & Params>(
  path: P,
  params: OnlyParams<P, Q>,
): Pick<Made<P>, MethodFor<VerbOfPath<P>>> {
  const made: Made<P> = {
    get: (signal) => api.get(path, params, signal),
    post: () => api.post(path, params),
    send: (idempotencyKey) =>
      send({ method: 'POST', url: path, data: params, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }),
  }
  return made
}

type Verbs = typeof api
/** With a type of its own answer or without: what comes back is no promise, and has no field but the sentence. */
type Declared = <_T>(url: CallPath, ...rest: readonly unknown[]) => SchemaError<'模式声明了该调用，请用 declaredCall'>

/** The server by verb, for addresses that no schema declares. The address of a declared call gives nothing that can be used. */
export const undeclared = api as { readonly [V in keyof Verbs]: Declared & Verbs[V] }
