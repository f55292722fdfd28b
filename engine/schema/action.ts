import type { Fields } from '../fields/contract.ts'
import type { EntityName, PanelName, ScreenName } from '../names.ts'

/** A row action. `edit`, `view` (the row's own page) and `delete` need no more; their presence under that name only adds conditions. */
export type ActionSpec<K extends string, C> = {
  readonly label: string
  readonly when?: C
  /** Why it is not possible now: the server's refusal, and the hint on the disabled button. Without it the action is hidden. */
  readonly otherwise?: string
  /** Hidden instead of disabled while it is not possible. */
  readonly hides?: true
  readonly confirm?: string
} & (
  | { readonly does: 'edit' | 'view' | 'delete' }
  | { readonly does: 'set'; readonly values: { readonly [P in K]?: string | number }; readonly success?: string }
  /** Runs a declared call with the row's id; params the row does not answer are asked for in a small form. */
  | {
      readonly does: 'call'
      readonly call: string
      /** The entity that declares the call, where it is another one. Its params come from `with` and `values` alone. */
      readonly of?: EntityName
      /** Params taken from the row: param → field. */
      readonly with?: Readonly<Record<string, string>>
      readonly values?: Readonly<Record<string, string | number>>
      /** Params asked for although the row answers them; the form starts with the row's values. */
      readonly ask?: readonly string[]
    }
  | { readonly does: 'open'; readonly screen: ScreenName }
  /** Opens a hand-written panel over the list, with the row; for those who may make the call of the action's name, if there is one. */
  | { readonly does: 'panel'; readonly panel: PanelName }
  | { readonly does: 'children'; readonly child: EntityName }
)

/** A toolbar button beyond add, import, export and batch delete, which derive from the endpoints. */
export type ToolSpec = { readonly label: string; readonly icon?: string; readonly confirm?: string } &
  /** Params come from the page's filters (`with`: param → filter); the others are asked for in a small form. */
  (
    | { readonly does: 'call'; readonly call: string; readonly with?: Readonly<Record<string, string>> }
    /** Choose rows of another list and send their ids, with the page's filters, to a declared call. */
    | {
        readonly does: 'pick'
        readonly entity: EntityName
        readonly list: string
        readonly call: string
        readonly multiple: boolean
        /** Params taken from the page's filters: param → filter. */
        readonly with?: Readonly<Record<string, string>>
        /** The sentence when more are chosen than there is room for (a child's `addWhile`). */
        readonly tooMany?: string
        /** Filters of the picker's list taken from the page's filters. */
        readonly narrow?: Readonly<Record<string, string>>
        /** A declared call of this entity that answers the list, so that no permission of the other entity is asked. */
        readonly through?: string
        /** A modal unless said otherwise. */
        readonly opensIn?: 'drawer'
      }
    | { readonly does: 'bin' }
  )

/** One call for every selected row's id, in one request. */
export interface BatchSpec {
  readonly label: string
  readonly call: string
  readonly values?: Readonly<Record<string, string | number>>
  readonly confirm?: string
  /** A hand-written panel that opens with the chosen rows and makes the call itself. */
  readonly panel?: PanelName
  /** With a panel: while nothing is chosen it is about all rows of this filter of the page. */
  readonly orAllOf?: string
}

/** A move between states; the sentence is said when it is made from another state, or while `when` does not hold. */
export interface Move<C> {
  readonly from: readonly (string | number)[]
  readonly to: string | number
  readonly otherwise: string
  readonly when?: C
}

/** A move that people ask for by a button. */
export interface AskedMove<C> extends Move<C> {
  readonly label: string
  /** Value of the param that asks for this move. */
  readonly ask: string | number
  readonly confirm?: string
  readonly success: string
}

/** States whose moves people ask for, by a call and a param that says which. */
export interface AskedStates<K extends string, C> {
  readonly field: K
  readonly call: string
  readonly param: string
  readonly transitions: Readonly<Record<string, AskedMove<C>>>
}

/** States whose moves are made by calls of their own, by name (`move` of a write). */
export interface MadeStates<K extends string, C> {
  readonly field: K
  readonly call?: never
  readonly param?: never
  readonly transitions: Readonly<Record<string, Move<C>>>
}

/** States of one field and the moves between them. */
export type StateSpec<K extends string, C> = AskedStates<K, C> | MadeStates<K, C>

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call outside the standard ones. Params are field definitions, so validation and OpenAPI cover them. */
export type CallSpec = {
  readonly title: string
  /** Verbs answered alike, the documented one first. */
  readonly verbs: readonly [Verb, ...Verb[]]
  /** Path below the base where it is not the call's name; `{id}` is a path parameter. */
  readonly path?: string
  readonly params?: Fields
  /** Whose permission it shares; a permission of its own otherwise. 'public' needs no login, 'login' only a login. */
  readonly permission?: string
  readonly success?: string
  /** What our pages say where it is refused, before the server's reason. */
  readonly failure?: string
  /** A reading call that our pages ask before this one: where it answers true there is nothing left to do, and they say the sentence. */
  readonly unless?: { readonly call: string; readonly otherwise: string }
  /** Where its params are asked for; a modal unless said otherwise. */
  readonly opensIn?: 'drawer'
} &
  /** Scoped rows that match the params, only the named fields. */
  (
    | { readonly does: 'lookup'; readonly returns: readonly string[] }
    /** Writes fixed values to the rows of `ids`. */
    | { readonly does: 'set'; readonly values: Readonly<Record<string, string | number>> }
    /** A function of this name in the entity's rules. */
    | { readonly does: 'call' }
  )

export interface ChildSpec {
  readonly entity: EntityName
  /** The child's reference to this entity. */
  readonly by: string
  readonly shown: 'expand' | 'drawer' | 'modal'
  readonly label: string
  readonly width?: number
  /** A list of the child other than its first. */
  readonly list?: string
  /** Further fields in which the rows agree with this entity's row, and a new row begins so: their field → its field. */
  readonly with?: Readonly<Record<string, string>>
  /** A hand-written panel that shows the rows instead of their list. */
  readonly panel?: PanelName
  /** Rows can be added while each of these numbers of this entity is below the other: a count → its limit. */
  readonly addWhile?: Readonly<Record<string, string>>
}
