import type { AnswerOfPath, CallPath, OnlyParams, ParamsOfPath, VerbOfPath } from '../schema/call-types.ts'
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
