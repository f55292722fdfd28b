import type { FieldDef, FieldOptions, Fields, FieldValues, Common } from '../fields/contract.ts'
import type { DomainName, EntityName, MenuGroupName, RoleCode, ScopeName, TopicName } from '../names.ts'
import type { AnyCondition, Condition } from './condition.ts'
import type { ActionSpec, BatchSpec, CallSpec, ChildSpec, StateSpec, ToolSpec } from './action.ts'
import type { ListSpec } from './list.ts'

type NumericKey<K> = K extends `${infer N extends number}` ? N : K
export type ValueOf<D> = D extends { type: 'select'; options: infer O }
  ? NumericKey<keyof O>
  : D extends { type: infer T extends keyof FieldValues }
    ? FieldValues[T]
    : never
type Emptiness<D> = D extends { later: true } ? null : D extends { required: string } | { default: string | number } ? never : null

/** The row of an entity with fields F; fields in Hidden have a showWhen and so may be empty. */
export type RowOf<F, Hidden = never> = { id: string } & {
  [K in keyof F]: ValueOf<F[K]> | Emptiness<F[K]> | (K extends Hidden ? null : never)
}
export type Name<F> = Extract<keyof F, string>

/** Prints its sentence in a compile error. */
export interface SchemaError<Message extends string> {
  readonly schemaError: Message
}
type OptionsOf<T> = T extends keyof FieldOptions ? 'type' | keyof Common | keyof FieldOptions[T] : never
/** Two-field relations must name fields of the same entity. */
type FieldNames<D, F> = {
  readonly [P in keyof D]: P extends 'notBefore' | 'after' | 'sameAs'
    ? { field: Name<F> }
    : P extends 'unique'
      ? string | { within: readonly Name<F>[] }
      : P extends 'by'
        ? Name<F>
        : P extends 'dependsOn'
          ? { readonly [K in keyof D[P]]: K extends keyof F ? string : SchemaError<`没有字段 ${K & string}`> }
          : unknown
}
type CheckedFields<F> = {
  readonly [K in keyof F]: (F[K] extends { type: infer T extends string }
    ? { readonly [P in Exclude<keyof F[K], OptionsOf<T>> & string]: SchemaError<`字段类型 ${T} 没有选项 ${P}`> }
    : unknown) &
    FieldNames<F[K], F>
}
/** Keys that are not allowed become an impossible property with a readable name. */
export type Only<Given extends string, Allowed extends string> = {
  readonly [K in Exclude<Given, Allowed>]: SchemaError<`没有字段 ${K}`>
}

export type StandardVerb = 'add' | 'edit' | 'delete' | 'deleteBatch' | 'importExcel' | 'exportXls'

export interface FormSpec<K extends string, C, H extends string> {
  /** A window in the middle (`modal`) or from the side (`drawer`). */
  readonly opensIn: 'modal' | 'drawer'
  readonly width?: number
  /** Titled groups of fields; one group with the title '' shows no heading. */
  readonly groups: Readonly<Record<string, readonly K[]>>
  /** Fields that are shown, asked for and kept only while the condition holds. */
  readonly showWhen?: { readonly [P in H]: C }
}

/** Rows of another entity in the same sheet, one a line, beside the row that they belong to. */
export interface ImportRowsSpec {
  readonly entity: EntityName
  /** Their reference to this entity. */
  readonly by: string
  /** A `via` column is checked against the row that it is read from, and not written. */
  readonly columns: readonly string[]
}

export interface ImportSpec<K extends string> {
  /** The field that the dialog (or the page's filter) gives once for the whole file. */
  readonly within?: K
  /** The columns of the template, in order; a sheet may have them in any. */
  readonly columns: readonly K[]
  /** The key that makes a second import of the same file change nothing. One of its fields should lead an index: `unique`, a reference, `index`. */
  readonly matchOn: readonly K[]
  /** Multipart name of the file where it is not `file`. */
  readonly fileField?: string
  /** Rows that stand beside; a row of this entity repeats over its own and is made where it is missing. */
  readonly rows?: ImportRowsSpec
}

export interface TreeSpec<K extends string> {
  readonly parent: K
  readonly title: K
  readonly order?: K
  /** Field that holds a generated code such as A01A02. */
  readonly code?: K
  /** Field that holds the depth that the code tells: 1 for a root. */
  readonly level?: K
}

export interface ExclusiveSpec<K extends string> {
  readonly one: K
  /** Begin and end of the time that the row takes; the end itself is free again. Rows without both take none. */
  readonly from: K
  readonly to: K
  readonly message: string
  /** A reference whose text names the other row behind the message; the row's own label otherwise. */
  readonly named?: K
}

export interface OpenSpec<K extends string> {
  /** A `via` field that shows the owning row's field. */
  readonly field: K
  readonly is: string | number
  readonly otherwise: string
}

export interface BinSpec {
  readonly list?: string
  readonly restore?: { readonly path: string; readonly verb: 'PUT' | 'POST'; readonly ids: string }
  readonly purge?: { readonly path: string; readonly ids: string }
  /** Rows may go to the bin while others still point to them (they can come back); otherwise that is refused. */
  readonly dependants?: 'keep'
}

/** What a role may do at first: everything, reading only, or the named verbs and calls. */
export type Grant = 'all' | 'read' | readonly string[]

export interface EndpointsSpec<Base extends `/${string}` = `/${string}`> {
  /** The path below `/api` of all its calls. */
  readonly base: Base
  /** Other spellings of the base path that answer alike. */
  readonly also?: readonly `/${string}`[]
  /** Standard calls that it has not. */
  readonly disable?: readonly StandardVerb[]
}

export interface AccessSpec<K extends string> {
  /** What each role may do at first. */
  readonly grants: { readonly [P in RoleCode]?: Grant }
  /** Roles that read starred fields whole; 'all' alone does not. */
  readonly unmask?: readonly RoleCode[]
  /** What no row shows to a role, wherever it reads it; nor may it filter or sort by it. */
  readonly hidden?: { readonly [P in RoleCode]?: readonly (K | 'createBy' | 'updateBy')[] }
}

export interface MenuSpec {
  /** A name of `src/client/shell/menu-icons.tsx`. */
  readonly icon: string
  readonly order: number
  /** The folder of the menu that it stands in; directly in its domain otherwise. */
  readonly group?: MenuGroupName
  /** Has a page, but no entry. */
  readonly hidden?: boolean
  /** The page that other front ends load for it, where its name does not follow from the endpoint's. */
  readonly component?: string
}

/** What rows, tables and calls get their types from besides the fields. */
export interface Told {
  readonly table: string
  readonly id: string
  readonly bin: true | BinSpec
  readonly base: `/${string}`
  readonly calls: Readonly<Record<string, CallSpec>>
}

/** All that is said of an entity: N its name, F its fields, K their names, C conditions on its row, A actions, H hidden fields, X the rest that types follow from. */
export interface EntityShape<N extends EntityName, F, K extends string, C, A extends string, H extends string, X extends Told = Told> {
  /** As in `schemas/names.ts`. */
  readonly name: N
  readonly title: string
  /** Its part of the menu, and the first word of its permissions. */
  readonly domain: DomainName
  /** Database table; the snake_case of the name unless the wire shows another. */
  readonly table?: X['table']
  /** Wire name of the primary key, `id` unless given. */
  readonly id?: X['id']
  /** The entity whose table this one shares, and the values that its rows have there. */
  readonly of?: EntityName
  readonly where?: { readonly [P in K]?: string | number }
  readonly endpoints: EndpointsSpec<X['base']>
  readonly fields: F
  /** What `list` answers and its page shows. */
  readonly list: ListSpec<K>
  /** Further lists by their endpoint name. */
  readonly lists?: Readonly<Record<string, ListSpec<K>>>
  /** What is filled in to add a row and to edit one. */
  readonly form?: FormSpec<K, C, H> & { readonly showWhen?: Only<H, K> }
  /** Buttons of a row. Editing, looking and deleting are there by themselves; named here they get conditions. */
  readonly rowActions?: { readonly [P in A]: ActionSpec<K, C> }
  /** Buttons above the list, beside those that follow from its calls. */
  readonly tools?: Readonly<Record<string, ToolSpec>>
  /** What is done with all ticked rows. */
  readonly batchActions?: Readonly<Record<string, BatchSpec>>
  /** Fields whose values are states, with all moves that there are between them. */
  readonly states?: readonly StateSpec<K, C>[]
  /** Calls beside the standard ones, by their names. */
  readonly calls?: X['calls']
  /** Rows come from a sheet: template, preview and import. */
  readonly import?: ImportSpec<K>
  /** Name of the exported file. */
  readonly export?: { readonly name?: string }
  /** Rows lie below each other. */
  readonly tree?: TreeSpec<K>
  /** Rows of other entities that are shown with a row: folded out, or in a window. */
  readonly children?: readonly ChildSpec[]
  /** Deleted rows go to a bin, from which they come back or leave for good. */
  readonly bin?: X['bin']
  /** Path from a row to what the application scopes by, or 'none'. */
  readonly scope: 'none' | { readonly [P in ScopeName]?: string }
  /** Who may do and see what. */
  readonly access: AccessSpec<K>
  /** Its page and the place of that in the menu. */
  readonly menu?: MenuSpec
  /** Combinations of columns that are searched or sorted together. */
  readonly indexes?: readonly (readonly K[])[]
  /** No two rows with the same value of `one` may overlap in time: a room, a device, a person is in one place. */
  readonly exclusive?: readonly ExclusiveSpec<K>[]
  /** Rows can be added, edited and deleted only while a field of the row they belong to has a value. */
  readonly openWhile?: readonly OpenSpec<K>[]
  /** Text a person knows a row by, in messages and conflicts. */
  readonly label: K
  /** A row that somebody chose in a filter is kept for them, and offered wherever a filter or a new row asks for one; the header switches it. */
  readonly remember?: true
  /** Fields by which rows are found from anywhere, by those who may see them; without it none are. */
  readonly search?: readonly K[]
  /** Sentences of the standard verbs where the document prints other ones. */
  readonly messages?: { readonly add?: string; readonly edit?: string; readonly delete?: string; readonly deleteBatch?: string }
  /** Keep whole versions for comparison besides the audit row. */
  readonly versioned?: boolean
  /** Who is told of its writes: the topic `<word>:<value>` of each stored field named here, before the write and after it. */
  readonly feed?: { readonly [P in TopicName]?: K }
}

/** An entity with the names of its fields kept. */
export type Entity<
  N extends EntityName,
  F extends Fields,
  A extends string = never,
  H extends string = never,
  X extends Told = Told,
> = EntityShape<N, F, Name<NoInfer<F>>, Condition<RowOf<NoInfer<F>>>, A, H, X>

type CallKey = CallSpec extends infer S ? (S extends CallSpec ? keyof S : never) : never
type CheckedCalls<C> = {
  readonly [K in keyof C]: { readonly [P in Exclude<keyof C[K], CallKey> & string]: SchemaError<`调用没有选项 ${P}`> } & (C[K] extends {
    readonly params: infer P
  }
    ? { readonly params: CheckedFields<P> }
    : unknown)
}

/**
 * Describe one entity: its table, its calls, its screens. A plain literal: it equals its own JSON round trip,
 * and every name in it is checked by the compiler.
 */
export function defineEntity<
  const N extends EntityName,
  const F extends Fields,
  const A extends string = never,
  const H extends string = never,
  const T extends string = never,
  const I extends string = 'id',
  const B extends true | BinSpec = never,
  const P extends `/${string}` = `/${string}`,
  const C extends Readonly<Record<string, CallSpec>> = Record<never, never>,
>(
  spec: Entity<N, F, A, H, { table: T; id: I; bin: B; base: P; calls: C }> & {
    readonly fields: CheckedFields<F>
    readonly calls?: CheckedCalls<C>
  },
): Entity<N, F, A, H, { table: T; id: I; bin: B; base: P; calls: C }> {
  return spec
}

/** An entity read by the engine, which knows none by name. */
export type AnyEntity = EntityShape<EntityName, Fields, string, AnyCondition, string, string>

/** An entity from a `.json` file. The compiler cannot read it; `check-schemas` holds the file against the JSON Schema instead. */
export function entityFromJson(file: object): AnyEntity {
  return file as AnyEntity
}
export type AnyField = FieldDef

/** The row type of an entity made with `defineEntity`. */
export type Row<E> = E extends { readonly fields: infer F; readonly form?: infer M } ? RowOf<F, HiddenBy<NonNullable<M>>> : never
type HiddenBy<M> = M extends { readonly showWhen?: infer W } ? keyof NonNullable<W> : never
