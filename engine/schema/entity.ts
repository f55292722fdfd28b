import type { IconName } from '../fields/icon/names.ts'
import type { SystemField } from './system-fields.ts'
import type { FieldDef, FieldOptions, Fields, Common } from '../fields/contract.ts'
import type { DomainName, EntityName, MenuGroupName, RoleCode, ScopeName, TopicName } from '../names.ts'
import type { AnyCondition, Condition } from './condition.ts'
import type { ActionSpec, BatchSpec, CallSpec, ChildSpec, NamedStates, StateSpec, ToolSpec, TrySpec } from './action.ts'
import type { BinSpec } from './bin.ts'
import type { EndpointsSpec } from './endpoints.ts'
import type { ImportSpec } from './import.ts'
import type { ListSpec } from './list.ts'
import type { ScreenSpec } from './screen.ts'
import type { TreePageSpec } from './tree-page.ts'
import type { ListInRow } from '../fields/rows/columns/options.ts'
import type { RowOf } from './values.ts'

export type Name<F> = Extract<keyof F, string>

/** Prints its sentence in a compile error. */
export interface SchemaError<Message extends string> {
  readonly schemaError: Message
}
type OptionsOf<T> = T extends keyof FieldOptions
  ? 'type' | keyof Common | keyof FieldOptions[T]
  : T extends 'list'
    ? keyof ListInRow
    : never
/** Two-field relations must name fields of the same entity. */
type FieldNames<D, F> = {
  readonly [P in keyof D]: P extends 'notBefore' | 'after' | 'sameAs' | 'formattedWhen'
    ? { field: Name<F> }
    : P extends 'unique'
      ? string | { within: readonly Name<F>[] }
      : P extends 'by'
        ? Name<F>
        : P extends 'dependsOn'
          ? { readonly [K in keyof D[P]]: K extends keyof F ? string : SchemaError<`没有字段 ${K & string}`> }
          : P extends 'columns'
            ? NoOtherOptions<D[P]>
            : P extends 'takes'
              ? { readonly [I in keyof D[P]]: D[P][I] extends { when: infer W } ? { readonly when: Only<Name<W>, Name<F>> } : unknown }
              : unknown
}
/** Options that a field type does not have become impossible. */
type NoOtherOptions<F> = {
  readonly [K in keyof F]: F[K] extends { type: infer T extends string }
    ? { readonly [P in Exclude<keyof F[K], OptionsOf<T>> & string]: SchemaError<`字段类型 ${T} 没有选项 ${P}`> }
    : unknown
}
type CheckedFields<F> = NoOtherOptions<F> & { readonly [K in keyof F]: FieldNames<F[K], F> }
/** Keys that are not allowed become an impossible property whose name is the error message. */
export type Only<Given extends string, Allowed extends string> = {
  readonly [K in Exclude<Given, Allowed>]: SchemaError<`没有字段 ${K}`>
}

export interface FormSpec<K extends string, C, H extends string, G extends string = string> {
  /** A window in the middle (`modal`) or from the side (`drawer`). */
  readonly opensIn: 'modal' | 'drawer'
  readonly width?: number
  /** Titled groups of fields; one group with the title '' shows no heading. */
  readonly groups: { readonly [P in G]: readonly K[] }
  /** Tabs below the other groups: the title of a tab, and the groups that stand in it. A group named like its tab shows no heading. */
  readonly tabs?: Readonly<Record<string, readonly NoInfer<G>[]>>
  /** Fields that are shown, required and kept only while the condition holds. */
  readonly showWhen?: { readonly [P in H]: C }
  /** Fields that keep their value while `showWhen` hides them. */
  readonly keep?: readonly K[]
  /** What is said besides the field's own sentence when a save is refused because of the field. */
  readonly alerts?: { readonly [P in K]?: string }
  /** What choosing a value of a field writes into others: field → its value → their values. People may change them afterwards. */
  readonly fills?: { readonly [P in K]?: Readonly<Record<string, { readonly [Q in K]?: string | number }>> }
  /** Fields with a button beside them that tries what the form holds, before it is saved. */
  readonly tries?: { readonly [P in K]?: TrySpec }
  /** A save that the business refuses closes the window with a warning; what is wrong with a field, or a lost network, leaves it open. */
  readonly closesOnRefusal?: true
}

export interface TreeSpec<K extends string> {
  readonly parent: K
  readonly title: K
  readonly order?: K
  /** Field that holds a generated code such as A01A02. */
  readonly code?: K
  /** Field that holds the depth that follows from the code: 1 for a root. */
  readonly level?: K
  /** The list reads the rows below a row when it is opened; a filter answers rows of all levels in pages. Otherwise it reads all at once. */
  readonly lazy?: true
  /**
   * Other names under which the tree answers: all of it, the level below `pid`, keys and titles alone. `nested: 'list'` makes the list
   * itself answer all of it to those who ask for no page, order or filter.
   */
  readonly calls?: { readonly nested?: string; readonly level?: string; readonly names?: string }
}

export interface ExclusiveSpec<K extends string> {
  readonly one: K
  /** Start and end of the time that the row occupies; the end itself is free again. Rows without both occupy none. */
  readonly from: K
  readonly to: K
  readonly message: string
  /** A reference whose text names the other row at the end of the message; otherwise the row's own label does. */
  readonly named?: K
}

export interface OpenSpec<K extends string> {
  /** A `via` field that shows a field of the owning row. */
  readonly field: K
  readonly is: string | number
  readonly otherwise: string
}

/** What a role is granted initially: everything, reading only, or the named verbs and calls. */
export type Grant = 'all' | 'read' | readonly string[]

export interface AccessSpec<K extends string> {
  /** What each role is granted initially. */
  readonly grants: { readonly [P in RoleCode]?: Grant }
  /** Roles that see masked fields in full; the grant 'all' alone does not include this. */
  readonly unmask?: readonly RoleCode[]
  /** Fields that are hidden from a role in every row, and that it may neither filter nor sort by. */
  readonly hidden?: { readonly [P in RoleCode]?: readonly (K | 'createBy' | 'updateBy')[] }
}

export interface MenuSpec {
  /** One of those that the icon field offers. */
  readonly icon: IconName
  readonly order: number
  /** The menu folder of its entry; without it the entry stands directly in its domain. */
  readonly group?: MenuGroupName
  /** It has a page but no menu entry. */
  readonly hidden?: boolean
  /** The page that other front ends load for it, if its name does not follow from the endpoint's. */
  readonly component?: string
}

/** What the types of rows, tables and calls depend on besides the fields. */
export interface Told {
  readonly table: string
  readonly id: string
  readonly bin: true | BinSpec
  readonly source: 'application'
  readonly base: `/${string}`
  readonly calls: Readonly<Record<string, CallSpec>>
  /** Names of its lists, of their named filters, and of the moves between its states. */
  readonly lists: string
  readonly params: string
  readonly moves: string
  /** Titles of the groups of its form. */
  readonly groups: string
}

/**
 * Everything about an entity: N its name, F its fields, K their names, C conditions on its row, A actions, H hidden fields, X the rest
 * that types depend on.
 */
export interface EntityShape<N extends EntityName, F, K extends string, C, A extends string, H extends string, X extends Told = Told> {
  /** As in `schemas/names.ts`. */
  readonly name: N
  readonly title: string
  /** Its part of the menu, and the prefix of its permissions. */
  readonly domain: DomainName
  /** Database table; the snake_case of the name unless the specification names another. */
  readonly table?: X['table']
  /**
   * 'application': the table is one of the application's own, which the engine only reads. Its rows have no author and no version, and
   * its lists name their order.
   */
  readonly source?: X['source']
  /** Wire name of the primary key, `id` unless given. */
  readonly id?: X['id']
  /** The entity whose table this one shares, and the values that its rows have there. */
  readonly of?: EntityName
  readonly where?: { readonly [P in K]?: string | number }
  readonly endpoints: EndpointsSpec<X['base']>
  readonly fields: F
  /** What the call `list` answers and the entity's page shows. */
  readonly list: ListSpec<K, X['params']>
  /** Further lists by their endpoint name. */
  readonly lists?: { readonly [P in X['lists']]: ListSpec<K, X['params']> }
  /** What people fill in to add or edit a row. */
  readonly form?: FormSpec<K, C, H, X['groups']> & { readonly showWhen?: Only<H, K> }
  /** Buttons of a row. Edit, view and delete exist without being named; naming them here adds conditions. */
  readonly rowActions?: { readonly [P in A]: ActionSpec<K, C> }
  /** Buttons above the list, next to those of its standard calls (add, import, export, …). */
  readonly tools?: Readonly<Record<string, ToolSpec>>
  /** What can be done with all selected rows. */
  readonly batchActions?: Readonly<Record<string, BatchSpec>>
  /** Fields whose values are states, with all moves between them. */
  readonly states?: readonly NamedStates<K, C, X['moves']>[]
  /** Calls besides the standard ones, by name. */
  readonly calls?: X['calls']
  /** Rows can be imported from a sheet: template, preview and import. */
  readonly import?: ImportSpec<K>
  /** Name of the exported file. */
  readonly export?: { readonly name?: string }
  /** Rows form a tree. */
  readonly tree?: TreeSpec<K>
  /** Pages with its tree on the left and, on the right, what belongs to the chosen node. */
  readonly treePages?: Readonly<Record<string, TreePageSpec>>
  /** Hand-written screens, each with a menu entry. */
  readonly screens?: Readonly<Record<string, ScreenSpec>>
  /** Rows of other entities that are shown with a row: expanded below it, or in a window. */
  readonly children?: readonly ChildSpec[]
  /** Deleted rows go to a bin, from which they can be restored or deleted permanently. */
  readonly bin?: X['bin']
  /** Path from a row to what the application scopes by, or 'none'. */
  readonly scope: 'none' | { readonly [P in ScopeName]?: string }
  /** Who may do and see what. */
  readonly access: AccessSpec<K>
  /** Its page, and where it is in the menu. */
  readonly menu?: MenuSpec
  /** Combinations of columns that are filtered or sorted by together. */
  readonly indexes?: readonly (readonly (K | SystemField)[])[]
  /** No two rows with the same value of `one` may overlap in time: a room, a device or a person can only be in one place. */
  readonly exclusive?: readonly ExclusiveSpec<K>[]
  /** Rows can be added, edited and deleted only while a field of the row they belong to has this value. */
  readonly openWhile?: readonly OpenSpec<K>[]
  /** The field by which people recognise a row, in messages and conflicts. */
  readonly label: K
  /**
   * A row that a user chose in a filter is remembered for them, and preselected wherever a filter or a new row needs one; the header
   * can change it.
   */
  readonly remember?: true
  /** Fields that the global search looks in, for anyone who may see the rows; without them it finds none. */
  readonly search?: readonly K[]
  /** Messages of the standard verbs where the specification prints other ones. */
  readonly messages?: { readonly add?: string; readonly edit?: string; readonly delete?: string; readonly deleteBatch?: string }
  /** Keep a history of versions for comparison, besides the audit rows. */
  readonly versioned?: boolean
  /**
   * The topics that are told about its writes: `<word>:<value>` for each stored field named here, with its values before and after the
   * write.
   */
  readonly feed?: { readonly [P in TopicName]?: K }
}

/** An entity that keeps the names of its fields. */
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
 * Describe one entity: its table, its calls, its screens. A plain literal: it equals its own JSON round trip, and the compiler checks
 * every name in it.
 */
export function defineEntity<
  const N extends EntityName,
  const F extends Fields,
  const A extends string = never,
  const H extends string = never,
  const T extends string = never,
  const I extends string = 'id',
  const B extends true | BinSpec = never,
  const O extends 'application' = never,
  const P extends `/${string}` = `/${string}`,
  const C extends Readonly<Record<string, CallSpec>> = Record<never, never>,
  const L extends string = never,
  const Q extends string = never,
  const M extends string = never,
  const G extends string = never,
>(
  spec: Entity<N, F, A, H, { table: T; id: I; bin: B; source: O; base: P; calls: C; lists: L; params: Q; moves: M; groups: G }> & {
    readonly fields: CheckedFields<F>
    readonly calls?: CheckedCalls<C>
  },
): Entity<N, F, A, H, { table: T; id: I; bin: B; source: O; base: P; calls: C; lists: L; params: Q; moves: M; groups: G }> {
  return spec
}

/** An entity as the engine sees it, which knows none by name. */
export interface AnyEntity extends Omit<EntityShape<EntityName, Fields, string, AnyCondition, string, string>, 'states'> {
  readonly states?: readonly StateSpec<string, AnyCondition>[]
}

/** An entity from a `.json` file. The compiler cannot check it; `check-schemas` checks the file against the JSON Schema instead. */
export function entityFromJson(file: object): AnyEntity {
  return file as AnyEntity
}
export type AnyField = FieldDef

/** The row type of an entity that was made with `defineEntity`. */
export type Row<E> = E extends { readonly fields: infer F; readonly form?: infer M } ? RowOf<F, HiddenBy<NonNullable<M>>> : never
type HiddenBy<M> = M extends { readonly showWhen?: infer W } ? keyof NonNullable<W> : never
