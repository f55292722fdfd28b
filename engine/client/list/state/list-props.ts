import type { AnyEntity } from '../../../schema/index.ts'
import type { Filters } from '../../model/list-state.ts'
import type { SelectionStore } from '../rows/selection.ts'

export interface EntityListProps {
  readonly entity: AnyEntity
  readonly listName?: string
  /** A page of its own with the address, or inside a drawer, dialog or row. */
  readonly place: 'page' | 'inside'
  /** Filters that the place gives, such as the parent row; a new row starts with them. */
  readonly fixed?: Filters
  /** How many further rows there is room for, where something limits them. */
  readonly room?: number
  /** What the rows belong to is closed: none can be added, changed or deleted. */
  readonly isClosed?: boolean
  /** Called after every change made here. */
  onChange?(): void
  /** Rows are only chosen here, by somebody else's dialog. */
  readonly pick?: {
    readonly selection: SelectionStore
    readonly single: boolean
    /** Address that answers the list instead of the entity's own. */
    readonly url?: string
  }
}
