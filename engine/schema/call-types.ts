import type { TypeWith } from '../fields/contract.ts'
import type { Registered, RegisteredName } from '../registry.ts'
import type { ValueOf } from './values.ts'
import type { FoundRow, NoMore, Stored } from './rows.ts'

/** The declared calls of an entity. */
export type CallsOf<N> = Registered<N> extends { readonly calls?: infer C } ? NonNullable<C> : never

/** Checked values of a call's params, as its function receives them: params that are neither required nor have a default may be empty. */
export type ParamsOf<S> = S extends { readonly params: infer P }
  ? { readonly [K in keyof P]: Stored<P[K]> }
  : Readonly<Record<never, never>>

/** A param as a page sends it: text typed into an input stays text, and the server parses it. */
type SentAs<How> = { readonly type: TypeWith<{ sent: How }> }
type SentValue<D> =
  D extends SentAs<'parsed'>
    ? unknown
    : D extends SentAs<'typed'>
      ? ValueOf<D> | string
      : D extends SentAs<'spelt'>
        ? ValueOf<D> | `${ValueOf<D>}`
        : ValueOf<D>
type RequiredParam<P> = { [K in keyof P]: P[K] extends { readonly required: string } ? K : never }[keyof P]
type SentParams<P> = { readonly [K in RequiredParam<P>]: SentValue<P[K]> } & {
  readonly [K in Exclude<keyof P, RequiredParam<P>>]?: SentValue<P[K]> | null | undefined
}

type BaseOf<N> = Registered<N> extends { readonly endpoints: { readonly base: infer B extends string } } ? B : never
type PathOf<N, K, S> = S extends { readonly path: infer P extends string }
  ? P extends `/${string}`
    ? P
    : `${BaseOf<N>}/${P}`
  : `${BaseOf<N>}/${K & string}`

type EachCall<N extends RegisteredName> = N extends unknown
  ? { [K in keyof CallsOf<N>]: { entity: N; path: PathOf<N, K, CallsOf<N>[K]>; spec: CallsOf<N>[K] } }[keyof CallsOf<N>]
  : never
type DeclaredCalls = { [C in EachCall<RegisteredName> as C['path']]: C }

/** The addresses below `/api` of all declared calls. */
export type CallPath = keyof DeclaredCalls
type SpecOfPath<P extends CallPath> = DeclaredCalls[P]['spec']
/** The params of a declared call, as pages send them. */
export type ParamsOfPath<P extends CallPath> =
  SpecOfPath<P> extends { readonly params: infer D } ? SentParams<D> : Readonly<Record<never, never>>

/** The verbs by which a declared call is made. */
export type VerbOfPath<P extends CallPath> = SpecOfPath<P> extends { readonly verbs: readonly (infer V)[] } ? V : never
/** The params Q, provided that the call at the path accepts no others. */
export type OnlyParams<P extends CallPath, Q> = Q & NoMore<keyof Q, keyof ParamsOfPath<P>, '该调用'>

/** What the call at a path answers, as far as its schema says: the rows of a look-up. */
export type AnswerOfPath<P extends CallPath> =
  SpecOfPath<P> extends { readonly does: 'lookup'; readonly returns: readonly (infer F)[]; readonly one?: never }
    ? Pick<FoundRow<DeclaredCalls[P]['entity']>, F & keyof FoundRow<DeclaredCalls[P]['entity']>>[]
    : unknown
