import type { AnyCondition } from './condition.ts'
import type { Fields } from '../fields/contract.ts'
import type { TreeLeft } from '../fields/parts/choose-spec.ts'
import type { EntityName, PanelName, ScreenName } from '../names.ts'

/** How the answer of a call is shown. */
export interface AnswerSpec {
  /** Heading of the answer if nothing is asked for; the button's label unless stated otherwise. */
  readonly heading?: string
  /** The sentence while nothing is answered yet. */
  readonly waiting?: string
}

/** A button that makes a call with what a form holds; params that are no fields of the form, such as the id, come from its row. */
export interface TrySpec {
  readonly label: string
  readonly call: string
  /** The sentence while nothing is answered yet. */
  readonly waiting: string
  /** Heading of the box that says why it did not work. */
  readonly failure: string
}

/** A row action. `edit`, `view` (the row's own page) and `delete` need nothing else; declaring them only adds conditions. */
export type ActionSpec<K extends string, C> = {
  readonly label: string
  readonly when?: C
  /** Why it is not possible now: the server's refusal, and the hint on the disabled button. Without it the action is hidden instead. */
  readonly otherwise?: string
  /** Hidden instead of disabled while it is not possible. */
  readonly hides?: true
  /** Asked before it is done. */
  readonly confirm?: string
  /** The sentence below that question, when the question is a heading. */
  readonly confirmText?: string
} & (
  | {
      readonly does: 'edit'
      /** Fields that may be changed all the same, by a write that changes nothing else. */
      readonly except?: readonly K[]
    }
  | {
      readonly does: 'delete'
      /** A selection with a row for which it is not possible is refused whole, before anything is asked; otherwise the others are deleted. */
      readonly allOrNone?: true
    }
  | {
      readonly does: 'view'
      /** 'form': in the form, which is then read-only, instead of on the row's own page. */
      readonly opensIn?: 'form'
    }
  | {
      /** Opens the form for a new row that starts with fields of this one (`with`: its field → field of this row) and with `values`. */
      readonly does: 'add'
      readonly with?: { readonly [P in K]?: string }
      readonly values?: { readonly [P in K]?: string | number }
    }
  | { readonly does: 'set'; readonly values: { readonly [P in K]?: string | number }; readonly success?: string }
  /** Runs a declared call with the row's id; params that the row does not provide are asked for in a small form. */
  | {
      readonly does: 'call'
      readonly call: string
      /** The entity that declares the call, if it is another one. Its params come from `with` and `values` alone. */
      readonly of?: EntityName
      /** Params taken from the row: param → field. */
      readonly with?: Readonly<Record<string, string>>
      readonly values?: Readonly<Record<string, string | number>>
      /** Params that are asked for although the row provides them; the form starts with the row's values. */
      readonly ask?: readonly string[]
      /** A test: its answer is shown to be read. What is asked for stays open, so that it can be tried again; the list stays as it is. */
      readonly answer?: AnswerSpec
    }
  | { readonly does: 'open'; readonly screen: ScreenName }
  /** Opens a hand-written panel over the list, with the row. If a call has the action's name, only people who may make that call see it. */
  | {
      readonly does: 'panel'
      readonly panel: PanelName
      /** The entity that declares that call, if it is another one. */
      readonly of?: EntityName
      /** Heading of its window, before the row's label; the button's label unless stated otherwise. */
      readonly title?: string
      /** Pixels, 1000 unless stated otherwise. */
      readonly width?: number
      /** 'modal': in a window in the middle instead of from the side. */
      readonly opensIn?: 'modal'
    }
  | { readonly does: 'children'; readonly child: EntityName }
)

/** A toolbar button beyond add, import, export and batch delete, which derive from the endpoints. */
export type ToolSpec = { readonly label: string; readonly confirm?: string } &
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
        /** The sentence when more rows are chosen than there is room for (a child's `addWhile`). */
        readonly tooMany?: string
        /** Filters of the picker's list taken from the page's filters. */
        readonly narrow?: Readonly<Record<string, string>>
        /** Values that every row of the picker's list has: its filter → value, with the signs of a filter. */
        readonly where?: Readonly<Record<string, string | number>>
        /** A declared call of this entity that answers the list, so that no permission for the other entity is needed. */
        readonly through?: string
        /** A modal unless stated otherwise. */
        readonly opensIn?: 'drawer'
        /** A tree on the left of the picker's list, which narrows it to the chosen node. */
        readonly tree?: TreeLeft
      }
    /** Choose a file and send it to a declared call that takes one. */
    | {
        readonly does: 'upload'
        readonly call: string
        /** What is said when it is stored; `{file}` is its name. */
        readonly success: string
      }
    | { readonly does: 'bin' }
  )

/** One call for every selected row's id, in one request. */
export interface BatchSpec {
  readonly label: string
  readonly call: string
  readonly values?: Readonly<Record<string, string | number>>
  readonly confirm?: string
  /** A hand-written panel that opens with the selected rows and makes the call itself. */
  readonly panel?: PanelName
  /** With a panel: 'modal' opens it in a window in the middle instead of from the side. */
  readonly opensIn?: 'modal'
  /** How many rows must be chosen, and the sentence when they are fewer or more. */
  readonly exactly?: { readonly rows: number; readonly otherwise: string }
  /** What each chosen row must meet, and the sentence when one does not. */
  readonly each?: { readonly when: AnyCondition; readonly otherwise: string }
  /** Fields in which the chosen rows must be equal, and the sentence when they are not. */
  readonly alike?: { readonly fields: readonly string[]; readonly otherwise: string }
  /** With a panel: while nothing is selected, it applies to all rows of this filter of the page. */
  readonly orAllOf?: string
}

/** A move between states. The sentence is shown when it is attempted from another state, or while `when` does not hold. */
export interface Move<C> {
  readonly from: readonly (string | number)[]
  readonly to: string | number
  readonly otherwise: string
  readonly when?: C
}

/** A move that people make with a button. */
export interface AskedMove<C> extends Move<C> {
  readonly label: string
  /** The value of the param that selects this move. */
  readonly ask: string | number
  readonly confirm?: string
  readonly success: string
}

/** States whose moves people make through one call, with a param that says which move. */
export interface AskedStates<K extends string, C> {
  readonly field: K
  readonly call: string
  readonly param: string
  readonly transitions: Readonly<Record<string, AskedMove<C>>>
}

/** States whose moves are made by calls of their own (`move` of a write names the move). */
export interface MadeStates<K extends string, C> {
  readonly field: K
  readonly call?: never
  readonly param?: never
  readonly transitions: Readonly<Record<string, Move<C>>>
}

/** States of one field and the moves between them. */
export type StateSpec<K extends string, C> = AskedStates<K, C> | MadeStates<K, C>

/** As above, with the names of all moves of the entity; those of one field are among them. */
export type NamedStates<K extends string, C, M extends string> =
  | (Omit<AskedStates<K, C>, 'transitions'> & { readonly transitions: { readonly [P in M]?: AskedMove<C> } })
  | (Omit<MadeStates<K, C>, 'transitions'> & { readonly transitions: { readonly [P in M]?: Move<C> } })

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call outside the standard ones. Params are field definitions, so validation and OpenAPI cover them. */
export type CallSpec = {
  readonly title: string
  /** The verbs that the call answers to, the documented one first. */
  readonly verbs: readonly [Verb, ...Verb[]]
  /** Path below the base, if it is not the call's name; `{id}` is a path parameter. */
  readonly path?: string
  readonly params?: Fields
  /**
   * The permission that it shares: of this entity, such as `edit`, or of another one, such as `identity:user:view`; otherwise it has
   * its own. 'public' needs no login, 'login' only a login.
   */
  readonly permission?: string
  /** 操作成功！ unless stated otherwise. */
  readonly success?: string
  /** What our pages show before the server's reason when the call is refused. */
  readonly failure?: string
  /** A reading call that our pages make before this one: if it answers true there is nothing left to do, and they show the sentence. */
  readonly unless?: { readonly call: string; readonly otherwise: string }
  /** Where its params are asked for; a modal unless stated otherwise. */
  readonly opensIn?: 'drawer'
} & (
  | {
      /** lookup: rows in scope that match the params. set: writes `values` to the rows of `ids`. call: a function of this name in the entity's rules. */
      readonly does: 'lookup'
      /** The only fields that are answered. */
      readonly returns: readonly string[]
      /** The answer is the row itself instead of a list; a unique field is among the params. */
      readonly one?: true
      /** With `one`, what is answered with the params if there is no such row; otherwise that is refused. */
      readonly instead?: Readonly<Record<string, string | number>>
    }
  | { readonly does: 'set'; readonly values: Readonly<Record<string, string | number>> }
  | {
      /** link: adds the row that the param `other` names to a relation (`through`) of the chosen rows. unlink: takes it away. */
      readonly does: 'link' | 'unlink'
      readonly relation: string
      readonly other: string
      /** (unlink) The refusal of a row that is not linked; without it there is nothing to do for that row. */
      readonly otherwise?: string
      /** (link) Rows outside one's scope may be linked as well; a rule of the entity says to what. */
      readonly scope?: 'none'
    }
  | {
      readonly does: 'call'
      /** 'file': its body is a form with one file, which its function reads. */
      readonly takes?: 'file'
    }
)

/** How the rows of a relation are linked and unlinked: the calls of their entity, and what the buttons say. */
export interface LinkedSpec {
  /** The button and the call (`link`) that add rows which exist already. */
  readonly add: { readonly label: string; readonly call: string }
  /** The list of their entity to choose from; rows that are linked already are left out. */
  readonly from: string
  /** A declared call that answers that list, for people who do not see all rows that they may link. */
  readonly through?: string
  /** A tree on the left of that list, which narrows it to the chosen node. */
  readonly tree?: TreeLeft
  /** The button and the calls (`unlink`) that take one row away, or several. */
  readonly remove: { readonly label: string; readonly confirm: string; readonly one: string; readonly several: string }
  /** Row actions of their entity that are offered besides editing. */
  readonly actions?: readonly string[]
}

export interface ChildSpec {
  readonly entity: EntityName
  /** The child's reference to this entity, or with `links` its relation (`through`). */
  readonly by: string
  /** 'form': there is at most one such row, and its form opens to add or edit it. */
  readonly shown: 'expand' | 'drawer' | 'modal' | 'form'
  readonly label: string
  readonly width?: number
  /** A list of the child other than its first. */
  readonly list?: string
  /** Further fields that must equal fields of this entity's row, and that new rows start with: their field → its field. */
  readonly with?: Readonly<Record<string, string>>
  /** A hand-written panel that shows the rows instead of their list. */
  readonly panel?: PanelName
  /** The rows are linked to this one by a relation, instead of belonging to it. */
  readonly links?: LinkedSpec
  /** Rows can be added only while each of these counts of this entity is below its limit: count → limit. */
  readonly addWhile?: Readonly<Record<string, string>>
}
