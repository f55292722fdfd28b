import { Suspense, useSyncExternalStore, type ReactNode } from 'react'
import type { EditableColumn, WireRow } from '../../../schema/index.ts'
import { lazyPart } from '../../../browser/lazy-part.tsx'
import { MissingInput } from '../../../browser/Missing.tsx'
import { idOf } from '../../model/list-model.ts'
import type { OpenEdit, RowEdit } from './row-edit.ts'

/** Inputs are loaded with the first edit. */
const CellInput = lazyPart(() => import('./CellInput.tsx').then((file) => file.CellInput), MissingInput)

/** The open edit, if it is of this row. */
export function useEditOf(edit: RowEdit, id: string): OpenEdit | undefined {
  return useSyncExternalStore(edit.store.listen, () => {
    const open = edit.store.current()
    return open?.id === id ? open : undefined
  })
}

interface Props {
  readonly edit: RowEdit
  readonly one: EditableColumn<string>
  readonly row: WireRow
  /** The cell while its row is not edited. */
  readonly children: ReactNode
}

/** A cell that becomes an input while its row is edited. */
export function EditableCell({ edit, one, row, children }: Props) {
  const open = useEditOf(edit, idOf(edit.entity, row))
  if (!open) return children
  return (
    <Suspense fallback={children}>
      <CellInput edit={edit} open={open} one={one} />
    </Suspense>
  )
}
