import type { AnyEntity } from '../../../schema/index.ts'
import type { Filters } from '../../model/list-state.ts'
import type { SelectionStore } from '../rows/selection.ts'

export interface EntityListProps {
  readonly entity: AnyEntity
  readonly listName?: string
  /** On a page, with its state in the address, or inside a drawer, dialog or row. */
  readonly place: 'page' | 'inside'
  /** Filters fixed by the place, such as the parent row; a new row starts with them. */
  readonly fixed?: Filters
  /** How many more rows may be added; undefined if there is no limit. */
  readonly room?: number
  /** The owner of the rows is closed: none can be added, changed or deleted. */
  readonly isClosed?: boolean
  /** Called after every change made here. */
  onChange?(): void
  /** Set if a dialog uses the list only to choose rows. */
  readonly pick?: {
    readonly selection: SelectionStore
    readonly single: boolean
    /** The chosen rows stand beside the list, which then does not count them. */
    readonly beside?: true
    /** The address to read the list from, instead of the entity's own. */
    readonly url?: string
    /** Other page sizes than those of the list. */
    readonly pageSizes?: readonly number[]
  }
}
