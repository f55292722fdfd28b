import type { AnyEntity } from '../../schema/index.ts'
import type { Dialog } from '../list/dialog.ts'
import type { Filters } from '../list/list-state.ts'

interface Props {
  readonly entity: AnyEntity
  readonly dialog: Extract<Dialog, { show: 'add' | 'edit' | 'params' }>
  readonly filters: Filters
  readonly reload: () => void
  close(): void
}

/** The forms that a list opens. */
export function FormDialogs(_props: Props) {
  return null
}
