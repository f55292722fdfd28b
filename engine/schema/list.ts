import type { IconName } from '../fields/icon/names.ts'
import type { EntityName, MenuGroupName, PanelName, ScreenName } from '../names.ts'
import type { SystemField } from './system-fields.ts'

/** A column with more than the name of its field. */
export interface ColumnSpec<K extends string> {
  readonly field: K
  /** Pixels; by default the width follows from the content. */
  readonly width?: number
  readonly fixed?: 'left' | 'right'
  /** Characters after which a text is cut. */
  readonly ellipsis?: number
  /** Stays visible however narrow the window is, like columns that show the row's state. */
  readonly keep?: true
  /** Other texts for the options of its field (`select`), in this column alone. */
  readonly texts?: Readonly<Record<string, string>>
}
export type Column<K extends string> = K | ColumnSpec<K>

export interface FilterSpec<K extends string> {
  readonly field: K
  /** How the page filters: by default texts by what they contain, times by a range, everything else exactly. The API can do more. */
  readonly match?: 'contains' | 'exact' | 'range'
  /** The sentence that the page shows when a search is made without this filter; a direct call without it gets all rows in scope. */
  readonly required?: string
  /** A declared call that answers the values to choose from; the filters that are its params are sent with it. */
  readonly choices?: string
  /** The entity that declares this call, if it is another one. */
  readonly choicesOf?: EntityName
  /** Shown only after 展开. */
  readonly more?: true
  /** (a relation to the nodes of a tree) It finds what is linked to a node or to one below it. */
  readonly below?: true
}

/** A column that is edited in its row: through its own field, through another field, or through a call with a param of its name. */
export type EditableColumn<K extends string> =
  | K
  | { readonly column: K; readonly by: K }
  /** The call is made when the user leaves the cell with a different, non-empty text. `with`: param → field of the row. */
  | { readonly column: K; readonly call: string; readonly with: Readonly<Record<string, string>> }

/** Rows are edited in the list, one at a time, instead of in the form. */
export interface EditableSpec<K extends string> {
  /**
   * A column is written through its own field, another field (`by`), or a call (`call`, `with`) that takes the text in a param of the
   * column's name.
   */
  readonly columns: readonly EditableColumn<K>[]
  /** Written with every save. */
  readonly values?: { readonly [P in K]?: string | number }
}

/** Tabs of a list's page. */
export interface TabsSpec<K extends string> {
  /** A `select` of the rows: each of its options is a tab, with the rows of that value. */
  readonly by: K
  /** Value of `by` → columns, filters and unfolded fields that this tab alone has. */
  readonly only?: Readonly<Record<string, readonly K[]>>
}

/** One list of an entity: an endpoint, what it shows, what it can be filtered by. */
export interface ListSpec<K extends string, Q extends string = string> {
  /** The heading of the page, and its name in the menu. */
  readonly title?: string
  /** A hand-written panel above the list that receives its filters. */
  readonly panel?: PanelName
  /** In order. Anyone can add other fields of the rows in the settings of the list. */
  readonly columns: readonly Column<K | SystemField>[]
  /** In order. Texts are typed, references and states chosen, times given as a range. */
  readonly filters?: readonly (K | SystemField | FilterSpec<K | SystemField>)[]
  /** How rows are sorted by default; newest first unless stated otherwise. */
  readonly sort?: { readonly by: K | SystemField | 'id'; readonly order: 'asc' | 'desc' }
  /** The page sizes on offer, the first one being the default: 10, 20 and 30 unless stated otherwise. */
  readonly pageSizes?: readonly number[]
  /** The most rows that one request may ask for: 1,000 unless stated otherwise. */
  readonly mostRows?: number
  /** Where its total stops unless it is asked for exactly: 100,000, of the application's own tables 10,000, unless stated otherwise. */
  readonly mostCounted?: number
  /** The rows are numbered over all pages, in a first column. */
  readonly numbered?: true
  /** The rows stand in pages of a plain list although they form a tree. */
  readonly flat?: true
  /** Named filters that the server's rules provide (`notUseCourseId`). */
  readonly params?: readonly Q[]
  /** Add, import and export are shown only while this filter is set. */
  readonly needs?: K
  /** Add is shown only while this filter is set. */
  readonly addNeeds?: K
  readonly editable?: EditableSpec<K>
  /** Values that every row of this list has. */
  readonly where?: { readonly [P in K]?: string | number }
  /** Rows with these values are shown as not in use. */
  readonly faded?: { readonly [P in K]?: string | number }
  /** The list's page shows its rows in tabs. */
  readonly tabs?: TabsSpec<K>
  /** Fields that a row shows in full below itself when it is unfolded. */
  readonly unfolds?: readonly K[]
  /**
   * A menu entry of its own, with a permission of its own (`<domain>:<entity>:<list>`) that allows reading the list as `view` does.
   * `screen` names a hand-written screen that takes the place of the list.
   */
  readonly menu?: { readonly icon: IconName; readonly order: number; readonly group?: MenuGroupName; readonly screen?: ScreenName }
  /** Seconds after which the list's page reads its rows again, because they change by themselves. */
  readonly rereads?: number
  /** Answers like the entity's other lists, but for rows in the bin. */
  readonly binned?: true
}
