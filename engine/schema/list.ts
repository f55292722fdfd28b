import type { EntityName, MenuGroupName, PanelName, ScreenName } from '../names.ts'
import type { SystemField } from './system-fields.ts'

/** A column that is more than the name of its field. */
export interface ColumnSpec<K extends string> {
  readonly field: K
  /** Pixels; by its content unless said. */
  readonly width?: number
  readonly fixed?: 'left' | 'right'
  /** Characters after which a text is cut. */
  readonly ellipsis?: number
  /** Stays in sight however narrow the window is, as columns do that tell the row's state. */
  readonly keep?: true
}
export type Column<K extends string> = K | ColumnSpec<K>

export interface FilterSpec<K extends string> {
  readonly field: K
  /** How the page asks: texts by what they contain, times by a range, the rest exactly unless said. The wire knows more. */
  readonly match?: 'contains' | 'exact' | 'range'
  /** The sentence that the screen says when a search is made without it; a call without it is answered with all rows in scope. */
  readonly required?: string
  /** A declared call that answers the values to choose from; it is asked with the filters that are its params. */
  readonly choices?: string
  /** The entity that declares this call, where it is another one. */
  readonly choicesOf?: EntityName
  /** Behind 展开. */
  readonly more?: true
}

/** A column that is edited in its row: its own field, another field that it is written by, or a call with a param of its name. */
export type EditableColumn<K extends string> =
  | K
  | { readonly column: K; readonly by: K }
  /** Made when the cell is left with another text that is not empty. `with`: param → field of the row. */
  | { readonly column: K; readonly call: string; readonly with: Readonly<Record<string, string>> }

/** Rows are edited where they stand, one at a time, instead of in the form. */
export interface EditableSpec<K extends string> {
  /** A column by its own field, by another field (`by`), or by a call (`call`, `with`) that takes the text in a param of its name. */
  readonly columns: readonly EditableColumn<K>[]
  /** Written with every save. */
  readonly values?: { readonly [P in K]?: string | number }
}

/** One list of an entity: an endpoint, what it shows, what it can be asked. */
export interface ListSpec<K extends string> {
  /** The heading of the page, and its name in the menu. */
  readonly title?: string
  /** A hand-written panel above the list, fed with its filters. */
  readonly panel?: PanelName
  /** In order. Everybody may add other fields of the rows in the settings of the list. */
  readonly columns: readonly Column<K | SystemField>[]
  /** In order. Words are typed, references and states chosen, times given as a range. */
  readonly filters?: readonly (K | SystemField | FilterSpec<K | SystemField>)[]
  /** How rows are sorted at first: the newest first unless said. */
  readonly sort?: { readonly by: K | SystemField; readonly order: 'asc' | 'desc' }
  /** The sizes of a page that are offered, the one at first being the first: 10, 20 and 30 unless said. */
  readonly pageSizes?: readonly number[]
  /** Named filters that the server's rules supply (`notUseCourseId`). */
  readonly params?: readonly string[]
  /** Add, import and export appear only once this filter is set. */
  readonly needs?: K
  /** Add alone appears only once this filter is set. */
  readonly addNeeds?: K
  readonly editable?: EditableSpec<K>
  /** Values that every row of this list has. */
  readonly where?: { readonly [P in K]?: string | number }
  /**
   * A menu entry of its own, with a permission of its own, `<domain>:<entity>:<list>`, that opens the list like `view` does.
   * `screen` names a hand-written screen that stands for the list.
   */
  readonly menu?: { readonly icon: string; readonly order: number; readonly group?: MenuGroupName; readonly screen?: ScreenName }
  /** Answers like the entity's other lists, but over rows in the bin. */
  readonly binned?: true
}
