import type { AnswerOfPath, CallPath, OnlyParams, ParamsOfPath, VerbOfPath } from '../schema/call-types.ts'
import type { SchemaError } from '../schema/entity.ts'
import { api, send, type Answer, type Params } from '../browser/api.ts'

/** The ways to make a declared call. The page states the type of an answer that the schema leaves open. */
interface CallMethods<P extends CallPath> {
  get<T = AnswerOfPath<P>>(): Promise<T>
  post<T = AnswerOfPath<P>>(): Promise<T>
  /** Also returns the server's sentence. */
  send<T = AnswerOfPath<P>>(idempotencyKey?: string): Promise<Answer<T>>
}
type MethodFor<V> = V extends 'GET' ? 'get' : V extends 'POST' ? 'post' | 'send' : never

/** The address with its `{name}` parts taken from the params. */
const filled = (path: string, params: Params): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))

/** A declared call by its address, for hand-written pages: address, params and verbs are checked against the schema. */
export function declaredCall<P extends CallPath, const Q extends ParamsOfPath<P> & Params>(
  path: P,
  params: OnlyParams<P, Q>,
): Pick<CallMethods<P>, MethodFor<VerbOfPath<P>>> {
  const url = filled(path, params)
  const methods: CallMethods<P> = {
    get: () => api.get(url, params),
    post: () => api.post(url, params),
    send: (idempotencyKey) => send({ method: 'POST', url, data: params, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }),
  }
  return methods
}

type Verbs = typeof api
/** Accepts calls with or without a type argument. The result is not a promise; its type only carries the error sentence. */
type Declared = <_T>(url: CallPath, ...rest: readonly unknown[]) => SchemaError<'模式声明了该调用，请用 declaredCall'>

/** The server's verbs, for addresses that no schema declares. For the address of a declared call the result is unusable. */
export const undeclared = api as { readonly [V in keyof Verbs]: Declared & Verbs[V] }
