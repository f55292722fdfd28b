import type { FastifyRequest } from 'fastify'
import type { Expression, Kysely, SqlBool, Transaction } from 'kysely'
import type { AppAnnouncements, RegisteredName } from '../registry.ts'
import type { CallsOf, ParamsOf } from '../schema/call-types.ts'
import type { Condition } from '../schema/condition.ts'
import type { SchemaError } from '../schema/entity.ts'
import type { SystemField } from '../schema/system-fields.ts'
import type {
  AddedRow,
  ChangedRow,
  FieldsOf,
  FoundRow,
  KeysOfAny,
  LaterKey,
  ListName,
  ListParam,
  MoveName,
  NoMore,
  StoredRow,
  WrittenRow,
} from '../schema/rows.ts'
import type { AppTables } from './tables/app-tables.ts'
import type { Actor, CallAnswer, FeedItem, ListRequest as AnyListRequest, Outcome, PreparedWrite } from './contract.ts'
import type { HoldsText, LinkedTo } from './model/named-filter.ts'
import type { Related, RelateRequest } from './model/relation.ts'
import type * as untyped from './contract.ts'
import { createEngine as createUntyped, type EngineInternals } from './create-engine.ts'

/**
 * The engine as its application sees it. Inside the engine, entities and tables are read at run time and have no types; here they have
 * those of the application's registry, so an unknown name, column or value does not compile.
 */
export type Reader = Kysely<AppTables>
export type Tx = Transaction<AppTables>

/** An entity of the registry with what derives from it. */
export interface Model extends untyped.Model {
  readonly name: RegisteredName
}

export interface Database extends Pick<untyped.Database, 'dialect' | 'close'> {
  readonly read: Reader
  readonly steady: Reader
  write<T>(work: (tx: Tx) => Promise<T>, lock?: string): Promise<T>
  lock(tx: Tx, name: string): Promise<void>
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** What must hold in the stored row, and the sentence if it does not. */
export interface Guard<N extends RegisteredName> extends Omit<untyped.Guard, 'when'> {
  readonly when: Condition<StoredRow<N>>
}

interface AnyWrite extends Omit<untyped.WriteRequest, 'entity' | 'rows'> {
  readonly entity: RegisteredName
  readonly rows: readonly object[]
}
type ByServer<Q> = Q extends { readonly fields: 'all' } ? 'all' : undefined
type RowOfWrite<Q extends AnyWrite, N = Q['entity']> = N extends unknown ? WrittenRow<N, Q['operation'], ByServer<Q>> : never
/** The fields that a condition names; three levels deep, because a declared condition contains itself. */
type TestedKey<C, Level extends readonly 1[] = []> = C extends
  { readonly anyOf: readonly (infer P)[] } | { readonly allOf: readonly (infer P)[] }
  ? Level['length'] extends 3
    ? never
    : TestedKey<P, [...Level, 1]>
  : keyof C
/** A field that the row does not have is always empty: its test would pass or fail for every row alike. */
type OnlyTested<C, Row> = [Exclude<TestedKey<C>, keyof Row>] extends [never]
  ? unknown
  : SchemaError<`条件没有字段 ${Exclude<TestedKey<C>, keyof Row> & string}，请改用模式 fields 中的名字`>
type CheckedGuard<Q, N extends RegisteredName> = Q extends { readonly guard: { readonly when: infer C } }
  ? { readonly guard: Guard<N> & OnlyTested<C, StoredRow<N>> }
  : unknown
/** A write whose rows have only fields that it reads, with values that these fields can have. */
type CheckedWrite<Q> = Q extends AnyWrite
  ? NoMore<keyof Q, keyof untyped.WriteRequest, '写入'> &
      CheckedGuard<Q, Q['entity']> & {
        readonly rows: readonly (RowOfWrite<Q> & NoMore<KeysOfAny<Q['rows'][number]>, KeysOfAny<RowOfWrite<Q>>, '写入的行'>)[]
        readonly waive?: readonly LaterKey<Q['entity']>[] | undefined
        readonly move?: MoveName<Q['entity']> | undefined
      }
  : unknown

type AskedField<N> = (keyof FieldsOf<N> & string) | 'id' | SystemField
type Paging = 'pageNo' | 'pageSize' | 'column' | 'order' | 'superQueryParams' | 'superQueryMatchType'
/** A relation of a row of the registry, in a table that the application declares. */
interface OwnRelation extends Omit<RelateRequest, 'entity' | 'through'> {
  readonly entity: RegisteredName
  readonly through: { readonly table: Extract<keyof AppTables, string>; readonly own: string; readonly other: string }
}

/** What a list can be asked: its fields, their ranges, its named filters. The query of a request, whose names nobody knows, is one too. */
type ListQuery<N> = {
  readonly [K in AskedField<N> | `${AskedField<N>}_begin` | `${AskedField<N>}_end` | ListParam<N> | Paging]?: string | undefined
}

export interface ListRequest<N extends RegisteredName> extends Omit<AnyListRequest, 'query' | 'list'> {
  readonly entity: N
  readonly list?: ListName<N> | 'bin'
  readonly query: ListQuery<N>
}
export interface Page<R> extends Omit<untyped.Page, 'records'> {
  readonly records: R[]
}

type OnlyAsked<N, Q> = {
  readonly query: string extends keyof Q ? Q : Q & NoMore<KeysOfAny<Q>, keyof ListQuery<N>, '列表查询'>
}

/** One of the announcements that a plugin declares. */
type Announcement = {
  [K in keyof AppAnnouncements]: AppAnnouncements[K] & { readonly cmd: K }
}[keyof AppAnnouncements]

/** The engine as rules, plugins and the application see it. */
export interface Engine extends Omit<
  untyped.Engine,
  'db' | 'models' | 'model' | 'visible' | 'prepare' | 'write' | 'relate' | 'list' | 'walk' | 'find' | 'findMany' | 'announce'
> {
  readonly db: Database
  readonly models: ReadonlyMap<string, Model>
  model(entity: RegisteredName): Model
  visible(model: untyped.Model, actor: Actor): Expression<SqlBool>
  prepare<const Q extends AnyWrite>(request: Q & CheckedWrite<Q>): Promise<PreparedWrite>
  write<const Q extends AnyWrite | PreparedWrite>(request: Q & CheckedWrite<Q>, tx?: Tx): Promise<Outcome[]>
  relate(tx: Tx, request: OwnRelation): Promise<Related>
  list<N extends RegisteredName, Q extends ListQuery<N>>(request: ListRequest<N> & OnlyAsked<N, Q>): Promise<Page<FoundRow<N>>>
  walk<N extends RegisteredName, Q extends ListQuery<N>>(
    request: ListRequest<N> & OnlyAsked<N, Q>,
    size: number,
  ): AsyncIterable<FoundRow<N>[]>
  find<N extends RegisteredName>(entity: N, id: string, actor: Actor, tx?: Tx): Promise<FoundRow<N> | null>
  findMany<N extends RegisteredName>(entity: N, ids: readonly string[], actor: Actor): Promise<FoundRow<N>[]>
  announce(tx: Tx, announcement: Announcement): void
}

/** One row of the entity on its way to the database, as a rule sees it. */
export interface Change<N extends RegisteredName> {
  readonly id: string
  readonly before: StoredRow<N> | null
  /** Null when the row is deleted. A rule may set values here. */
  readonly after: ChangedRow<N> | null
  /** Refuse this row; with a field, the sentence is shown at that field. */
  refuse(sentence: string, field?: keyof FieldsOf<N> & string): void
}

export interface RuleContext extends Omit<untyped.RuleContext, 'tx' | 'engine'> {
  readonly tx: Tx
  readonly engine: Engine
}

export interface CallContext<P = unknown> {
  readonly actor: Actor
  readonly engine: Engine
  /** Checked values of the declared params, path parameters included. */
  readonly params: P
  readonly model: Model
  readonly request: FastifyRequest
  /**
   * Write in one transaction, and at most once: a retry with the same `Idempotency-Key` gets the first answer. Use it for one write
   * per call.
   */
  once<T>(work: (tx: Tx) => Promise<T>, lock?: string): Promise<T>
}

type AnsweredCall<N, C = CallsOf<N>> = { [K in keyof C]: C[K] extends { readonly does: 'call' } ? K : never }[keyof C]
/** Checked params of a declared call of the entity. */
export type CallParams<N extends RegisteredName, K extends keyof CallsOf<N>> = ParamsOf<CallsOf<N>[K]>
/** The functions that answer the declared calls of the entity. */
export type Calls<N extends RegisteredName> = {
  readonly [K in AnsweredCall<N> & keyof CallsOf<N>]: (context: CallContext<CallParams<N, K>>) => Promise<CallAnswer>
}

/** The server half of an entity: what cannot be stated as data. */
export interface Rules<N extends RegisteredName> {
  readonly addsMayWait?: true
  readonly locks?: (context: RuleContext, rows: readonly AddedRow<N>[]) => Promise<readonly string[]> | readonly string[]
  readonly beforeSave?: (context: RuleContext, changes: readonly Change<N>[]) => Promise<void> | void
  readonly beforeDelete?: (context: RuleContext, changes: readonly Change<N>[]) => Promise<void> | void
  readonly afterWrite?: (context: RuleContext, changes: readonly Change<N>[]) => Promise<void> | void
  readonly calls?: Partial<Calls<N>>
  readonly params?: {
    readonly [K in ListParam<N>]: (value: string, db: Reader, actor: Actor) => Expression<SqlBool> | LinkedTo | HoldsText
  }
}

/** Rules in which every name is one of the schema. */
type OnlyRules<N extends RegisteredName, R> = R &
  Rules<N> &
  NoMore<keyof R, keyof Rules<N>, '规则'> & {
    readonly calls?: R extends { readonly calls: infer C } ? NoMore<keyof C, keyof Calls<N>, '规则的调用'> : unknown
    readonly params?: R extends { readonly params: infer P } ? NoMore<keyof P, ListParam<N>, '规则的筛选'> : unknown
  }

/** The rules of one entity: its fields, its calls and their params are those of its schema. */
export const defineRules = <N extends RegisteredName, const R extends Rules<NoInfer<N>>>(
  _entity: { readonly name: N },
  rules: OnlyRules<NoInfer<N>, R>,
): R => rules

type AnsweringName = { [N in RegisteredName]: [AnsweredCall<N>] extends [never] ? never : N }[RegisteredName]
/** The rules of all entities: every declared call that needs a function has one. */
export type RegistryRules = { readonly [N in Exclude<RegisteredName, AnsweringName>]?: Rules<N> } & {
  readonly [N in AnsweringName]: Rules<N> & { readonly calls: Calls<N> }
}

type OnlyRegistered<R> = {
  readonly [N in keyof R]: N extends RegisteredName ? OnlyRules<N, R[N]> : SchemaError<`没有实体 ${N & string}，请先登记它的模式`>
}

type OthersKey<P extends readonly object[], I> = { readonly [J in keyof P]: J extends I ? never : keyof P[J] }[number]
type OnlyOnce<P extends readonly object[]> = {
  readonly [I in keyof P]: P[I] & {
    readonly [K in keyof P[I] & OthersKey<P, I> & string]?: SchemaError<`调用 ${K} 有两个函数，请只留一个`>
  }
}
type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never
/** The functions of one entity's calls, from several files: two for the same call do not compile. */
export const joinCalls = <const P extends readonly object[]>(parts: P & OnlyOnce<P>): All<P[number]> =>
  sameThing(Object.assign({}, ...parts))

/** The same object seen from inside and outside; the only cast between the two. */
const sameThing = <Seen>(thing: unknown): Seen => thing as Seen

/** Rules for any entity, used for what applies to many of them: rows by their wire names. */
export type AnyChange = untyped.Change
export interface AnyRules {
  readonly beforeSave?: (context: RuleContext, changes: readonly AnyChange[]) => Promise<void> | void
  readonly afterWrite?: (context: RuleContext, changes: readonly AnyChange[]) => Promise<void> | void
}
/** The rules of the registry by entity, as `createEngine` takes them. */
export const registerRules = <const R extends RegistryRules>(rules: R & OnlyRegistered<R>): Readonly<Record<string, AnyRules>> =>
  sameThing(rules)

export type ScopeMeaning = (db: Reader, actor: Actor, dialect: Database['dialect']) => 'all' | 'none' | Expression<unknown>

/** Where the engine sends its events. */
export interface FeedSink extends Omit<untyped.FeedSink, 'store'> {
  store(tx: Tx, items: readonly FeedItem[]): Promise<readonly string[]>
}

export interface EngineOptions extends Omit<untyped.EngineOptions, 'db' | 'rules' | 'scopes' | 'readDictionaries' | 'nameOf' | 'feed'> {
  readonly db: Database
  readonly rules: Readonly<Record<string, AnyRules>>
  readonly scopes: Readonly<Record<string, ScopeMeaning>>
  readDictionaries(db: Reader): ReturnType<untyped.EngineOptions['readDictionaries']>
  nameOf(db: Reader, username: string): Promise<string | undefined>
  readonly feed?: FeedSink
}

/** An engine with the types of the registry that it is made from; `internals` is what its own routes need. */
export function createEngine(options: EngineOptions): { readonly engine: Engine; readonly internals: EngineInternals } {
  const internals = createUntyped(sameThing(options))
  return { internals, engine: sameThing(internals.engine) }
}

/** A database with the types of the registry. */
export const typedDatabase = (db: untyped.Database): Database => sameThing(db)

/** For what is done to all entities alike: their names and rows are known only at run time, and checked there. */
export const untypedEngine = (engine: Engine): untyped.Engine => sameThing(engine)
/** For a table that is named at run time. */
export const untypedReader = (db: Reader): untyped.Reader => sameThing(db)
