import { Suspense } from 'react'
import type { AnyEntity } from '../../../schema/index.ts'
import { lazyPart } from '../../../browser/lazy-part.tsx'
import { MissingWindow } from '../../../browser/Missing.tsx'
import type { Edited } from './use-row-edit.ts'

const ConflictDialog = lazyPart(() => import('../../changes/ConflictDialog.tsx').then((file) => file.ConflictDialog), MissingWindow)

/** Shows what two people wrote into the same row, when a save finds a conflict. */
export function EditConflictDialog({ entity, edited }: { readonly entity: AnyEntity; readonly edited: Edited }) {
  const row = edited.edit?.store.current()?.row
  if (!edited.conflict || !row) return null
  return (
    <Suspense>
      <ConflictDialog conflict={edited.conflict} fields={entity.fields} row={row} onChoose={edited.resolve} onCancel={edited.dismiss} />
    </Suspense>
  )
}
