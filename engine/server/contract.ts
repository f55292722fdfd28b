import type { FastifyRequest } from 'fastify'
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { AnyCondition, AnyEntity, WireRow } from '../schema/index.ts'
import type { Actor } from './actor.ts'
import type { PermissionNode } from './access/permission-node.ts'
import type { HoldsText, LinkedTo } from './model/named-filter.ts'
import type { LinkField, Model, OrderedField, RelationChange, StoredField, UniqueRule } from './model/model.ts'
import type { Database } from './database/database.ts'
import type { Related, RelateRequest } from './model/relation.ts'
import type { NewRows, StagedRows } from './write/staged/staged-rows.ts'
import type { Hidden } from './rows/hidden.ts'
import type { RowRule, RowRuleProblem, RowTest } from './rows/row-test.ts'
import type { Reader, Tables, Tx } from './database/transaction.ts'

export type { Actor }
export type { SqlStatement } from './database/database.ts'
export type { Database, LinkField, Model, NewRows, OrderedField, PermissionNode, Reader, StagedRows, StoredField, Tables, Tx, UniqueRule }

export type Operation = 'add' | 'edit' | 'delete' | 'restore' | 'purge'

/** What must hold in the stored row, and the sentence if it does not. It becomes part of the SQL statement. */
export interface Guard {
  readonly when: AnyCondition
  readonly otherwise: string
}

/** One write. It may do what a client of this actor may do; `fields`, `scope`, `where` and `guard` each lift exactly one limit. */
export interface WriteRequest {
  readonly entity: string
  readonly operation: Operation
  /** add: field values · edit: `{ id, version?, _base?, …changed }` · others: `{ id }`. */
  readonly rows: readonly WireRow[]
  readonly actor: Actor
  /** 'all': fields that clients may not write are written as well, an added row may bring its id, and null clears a field. */
  readonly fields?: 'all'
  /** 'none': rows outside the actor's scope can be written and pointed to as well. */
  readonly scope?: 'none'
  /** 'none': rows of the table that do not belong to this sub-entity can be written as well. */
  readonly where?: 'none'
  /** Replaces the condition that the schema gives its own edit or delete action; 'none': no condition is checked. */
  readonly guard?: Guard | 'none'
  /** The move between states (`states`) that this edit makes: it writes the new state, and its condition replaces `guard`. */
  readonly move?: string
  /** 'all': rows are written even though the row they belong to is closed (`openWhile`). */
  readonly unlocked?: 'all'
  /** 'collect' returns refusals row by row instead of throwing the first. */
  readonly onRefusal?: 'throw' | 'collect'
  /**
   * Required fields that may be missing on add and that null clears on edit: secrets that a sheet cannot contain, a seat without a
   * student.
   */
  readonly waive?: readonly string[]
  /** Adds one row to a relation of each row (edit), or takes it away, whatever else the relation holds by then. */
  readonly link?: RelationChange
  /** Added or edited rows are checked and wait there instead of being stored. */
  readonly staged?: StagedRows
  /** 'database': who holds a unique value is not asked; if anybody does, the statement that stores the rows fails. */
  readonly unique?: 'database'
}

export type Outcome =
  | {
      readonly id: string
      readonly outcome: 'added' | 'changed' | 'unchanged' | 'deleted' | 'restored' | 'purged'
      readonly version: number
      readonly changed: readonly string[]
    }
  | { readonly id: string; readonly outcome: 'refused'; readonly message: string; readonly details?: Readonly<Record<string, string>> }

/** A write whose slow part is done: the secrets of each row are hashed or sealed. */
export interface PreparedWrite {
  readonly request: WriteRequest
  readonly secrets: readonly WireRow[]
}

/** One row on its way to the database, as a rule sees it. */
export interface Change {
  readonly id: string
  readonly before: WireRow | null
  /** Null when the row is deleted. A rule may set values here. */
  readonly after: WireRow | null
  /** Refuse this row; with a field, the sentence is shown at that field. */
  refuse(sentence: string, field?: string): void
}

export interface RuleContext {
  readonly tx: Tx
  readonly actor: Actor
  readonly engine: Engine
  readonly operation: Operation
  /** The server itself writes, including fields that clients may not write. */
  readonly byServer: boolean
  /** Hold a name until the transaction ends, so that what is counted afterwards stays true. */
  lock(name: string): Promise<void>
}

export interface CallContext {
  readonly actor: Actor
  readonly engine: Engine
  /** Checked values of the declared params, path parameters included. */
  readonly params: WireRow
  readonly model: Model
  readonly request: FastifyRequest
  /**
   * Write in one transaction, and at most once: a retry with the same `Idempotency-Key` gets the first answer. Use it for one write
   * per call.
   */
  once<T>(work: (tx: Tx) => Promise<T>, lock?: string): Promise<T>
}

/** What a call answers: a message, a result, or both. */
export interface CallAnswer {
  readonly message?: string
  readonly result?: unknown
  /** A refusal that has a result. */
  readonly success?: false
}

/** The server half of an entity: what cannot be stated as data. Every name must be declared in the schema. */
export interface Rules {
  /**
   * What `beforeSave` says of an added row depends on the row and its writer only, and `afterWrite` does nothing for added rows: the rows
   * of a large import may be checked a while before they are stored.
   */
  readonly addsMayWait?: true
  /**
   * Names to hold before anything of these rows is read or locked, such as the row they belong to; an edited or deleted row has its
   * `id`. Because all writers wait here, outer names first, they cannot deadlock.
   */
  locks?(context: RuleContext, rows: readonly WireRow[]): Promise<readonly string[]> | readonly string[]
  beforeSave?(context: RuleContext, changes: readonly Change[]): Promise<void> | void
  beforeDelete?(context: RuleContext, changes: readonly Change[]): Promise<void> | void
  afterWrite?(context: RuleContext, changes: readonly Change[]): Promise<void> | void
  readonly calls?: Readonly<Record<string, (context: CallContext) => Promise<CallAnswer>>>
  /** Named filters of lists (`params`); an expression is over the entity's table, aliased `t`. What is said as a relation is found by its index. */
  readonly params?: Readonly<Record<string, (value: string, db: Reader, actor: Actor) => Expression<SqlBool> | LinkedTo | HoldsText>>
}

/**
 * What a scope word means: for this actor, a subquery of the ids it covers, or 'all' rows, or 'none'. It may depend only on the
 * actor's id, role and organisation, because compiled queries are kept per actor; the time it asks is the database's own.
 */
export type ScopeMeaning = (db: Reader, actor: Actor, dialect: Database['dialect']) => 'all' | 'none' | Expression<unknown>

/** The same value computed in TypeScript and in SQL; a test with random rows keeps the two equal. */
export interface Derivation {
  /** Columns (wire keys) that it reads. */
  readonly from: readonly string[]
  compute(row: WireRow, today: string): string | number | null
  /** Needed unless every field that uses it is `kept`. */
  sql?(column: (key: string) => Expression<unknown>, today: string): Expression<unknown>
}

export interface Page {
  readonly records: WireRow[]
  readonly total: number
  readonly size: number
  readonly current: number
  readonly pages: number
  /** The count stopped at its limit; the true total is larger. */
  readonly more?: true
}

/** One step of a walk: rows with their label texts. */
export type WalkStep = WireRow[]

export interface ListRequest {
  readonly entity: string
  /** `list` or the name of one of `lists`. */
  readonly list?: string
  /** The raw query string, filters and paging included. */
  readonly query: Readonly<Record<string, string | undefined>>
  readonly actor: Actor
}

/** One row of an entity with `feed` that a transaction wrote, for the followers of its topics. */
export interface FeedWrite {
  /** Topics of the row before and after the write. */
  readonly topics: readonly string[]
  readonly entity: string
  readonly id: string
  readonly operation: Operation
  /** Keys whose value changed. */
  readonly changed: readonly string[]
  readonly version: number
  readonly before: WireRow | null
  readonly after: WireRow | null
  readonly actor: Actor
}

/** What a transaction tells the followers of a topic besides written rows; `cmd` identifies its kind. */
export interface Announcement {
  readonly topic: string
  readonly cmd: string
  readonly body: WireRow
}

export type FeedItem = ({ readonly kind: 'write' } & FeedWrite) | ({ readonly kind: 'announcement' } & Announcement)

/** Where the engine sends its events. */
export interface FeedSink {
  /** Store the items with the last statements of their transaction; returns the topics that got something. */
  store(tx: Tx, items: readonly FeedItem[]): Promise<readonly string[]>
  /** A transaction is committed: what was stored for these topics can now be read, and these entities were written. */
  committed(topics: readonly string[], entities: ReadonlySet<string>): Promise<void> | void
}

/** The engine as rules, plugins and the application see it. */
export interface Engine {
  readonly db: Database
  readonly models: ReadonlyMap<string, Model>
  model(entity: string): Model
  /** Do what must not happen inside a transaction: hash or seal secrets and read dictionaries before it is opened. */
  prepare(request: WriteRequest): Promise<PreparedWrite>
  /** The one write path; see `write/`. Pass `tx` to take part in an open transaction. */
  write(request: WriteRequest | PreparedWrite, tx?: Tx): Promise<Outcome[]>
  /** Write a relation of a row that lives in a table of its own, with its audit. */
  relate(tx: Tx, request: RelateRequest): Promise<Related>
  /** Where added rows of an entity, and perhaps edited ones, can wait; undefined if nobody would be held by storing them at once, or if they must not wait. */
  stage(entity: string, actor: Actor): StagedRows | undefined
  /** Whether added rows of an entity can be checked before the last row of their file is known, and a while before they are stored. */
  addsMayWait(entity: string): boolean
  list(request: ListRequest): Promise<Page>
  /** Rows of a list page by page to the end, by keyset, for exports. Label texts included. */
  walk(request: ListRequest, size: number): AsyncIterable<WireRow[]>
  /** One row in the actor's scope, or null. Secrets never leave. Inside a transaction it is the row as the transaction sees it. */
  find(entity: string, id: string, actor: Actor, tx?: Tx): Promise<WireRow | null>
  /** The rows that are in the actor's scope, in the order of the ids, each once. */
  findMany(entity: string, ids: readonly string[], actor: Actor): Promise<WireRow[]>
  /** The condition under which a row of the model's table, aliased `t`, exists for the actor at all. */
  visible(model: Model, actor: Actor): Expression<SqlBool>
  /** What hides a row from each of these people, by the conditions with which every read and write decides it. */
  hiding(of: Model, id: string, actors: readonly Actor[]): Promise<readonly Hidden[]>
  /** How many rows of an entity exist for the actor, counted up to `most`. */
  countVisible(of: Model, actor: Actor, most: number): Promise<number>
  /** The test that a rule puts to the rows of an entity, or what in it cannot be read; of a new rule, what its writer may not ask for. */
  readRowRule(model: Model, rule: RowRule, writer?: Actor): RowTest | RowRuleProblem
  permissions(): PermissionNode[]
  /** Dictionary items by code, cached until a dictionary changes. */
  dictionaries(): Promise<ReadonlyMap<string, readonly DictionaryEntry[]>>
  refreshDictionaries(): void
  /** Tell the followers of a topic once this transaction, one of `db.write`, is committed; nothing is told if it fails. */
  announce(tx: Tx, announcement: Announcement): void
  /** Now, in the application's time zone: `yyyy-MM-dd HH:mm:ss`. */
  now(): string
  /** Another node has committed writes to these entities: what this one keeps in memory of them is out of date. */
  writtenElsewhere(entities: ReadonlySet<string>): void
  /** Called after every committed write, here or elsewhere, with the entities' names. */
  onWrite(listener: (entities: ReadonlySet<string>) => void): void
}

export interface DictionaryEntry {
  readonly value: string
  readonly text: string
}

interface Titled {
  readonly title: string
  readonly icon: string
}

/** Titles and icons of the domains and of the groups of their screens, in menu order. */
/** A group stands before the screens of its domain, unless its `order` says which of them it stands between. */
export type Domains = Readonly<
  Record<string, Titled & { readonly groups?: Readonly<Record<string, Titled & { readonly order?: number }>> }>
>

/** Rules that people define, by their codes; a code that no rule has is refused with a sentence. */
export interface ValueRules {
  /** The next values, in the transaction of the rows that get them: if it fails, none is used up. */
  next(tx: Tx, rule: string, count: number): Promise<readonly string[]>
  /** The rule, which says of a value what breaks it, as the sentence for whoever typed it. */
  checker(tx: Tx, rule: string): Promise<(value: string) => string | undefined>
}

export interface EngineOptions {
  readonly entities: readonly AnyEntity[]
  readonly rules: Readonly<Record<string, Rules>>
  readonly scopes: Readonly<Record<string, ScopeMeaning>>
  readonly derivations: Readonly<Record<string, Derivation>>
  readonly domains: Domains
  readonly db: Database
  /** Reads all dictionary items. */
  readDictionaries(db: Reader): Promise<ReadonlyMap<string, readonly DictionaryEntry[]>>
  /** A query of all dictionary items: `dict_code`, `item_value`, and `item_place`, their position counted in order. */
  readonly dictionaryPlaces: RawBuilder<unknown>
  /** The name by which people know an account, for naming the person who changed a row. */
  nameOf(db: Reader, username: string): Promise<string | undefined>
  /** One-way hash of a secret field. */
  hash(secret: string): Promise<string>
  /** Encryption of a sealed secret; it opens for this owner, `<entity>.<field>`, alone. */
  seal(secret: string, owner: string): string
  /** Now, in the application's time zone: `yyyy-MM-dd HH:mm:ss`. */
  now(): string
  /** For fields with `code` and `check`; without them no schema may have such fields. */
  readonly valueRules?: ValueRules
  /** Stores and delivers the events of entities with `feed` and of plugins; without it there are none. */
  readonly feed?: FeedSink
}
