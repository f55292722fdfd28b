import type { ReactNode } from 'react'
import type { AnyEntity } from '../../schema/index.ts'
import type { Dialog } from '../model/dialog.ts'
import type { Filters } from '../model/list-state.ts'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingWindow } from '../../browser/Missing.tsx'
import { LazyImportDialog } from '../transfer/import-dialog.ts'

const ChildDrawer = lazyPart(() => import('./ChildDrawer.tsx').then((file) => file.ChildDrawer), MissingWindow)
const ChildForm = lazyPart(() => import('./ChildForm.tsx').then((file) => file.ChildForm), MissingWindow)
const loadForms = () => import('./FormDialogs.tsx').then((file) => file.FormDialogs)
const FormDialogs = lazyPart(loadForms, MissingWindow)
const PanelDrawer = lazyPart(() => import('./PanelDrawer.tsx').then((file) => file.PanelDrawer), MissingWindow)
const BinDialog = lazyPart(() => import('./BinDialog.tsx').then((file) => file.BinDialog), MissingWindow)
const PickerDialog = lazyPart(() => import('./PickerDialog.tsx').then((file) => file.PickerDialog), MissingWindow)
const OutcomeDialog = lazyPart(() => import('./OutcomeDialog.tsx').then((file) => file.OutcomeDialog), MissingWindow)

// Forms are what most windows are: they come as soon as a hand moves, before it has pressed. What fails here is asked for again there.
for (const sign of ['pointermove', 'keydown']) addEventListener(sign, () => void loadForms().catch(() => undefined), { once: true })

interface Props {
  readonly entity: AnyEntity
  readonly dialog: Dialog
  readonly filters: Filters
  /** How many more rows may be added; undefined if there is no limit. */
  readonly room?: number
  readonly reload: () => void
  close(): void
  /** The rows that belong to one row, for a window that shows them as a list. */
  readonly children: ReactNode
}

/** A window that a list has open; each kind is a chunk of its own. */
export function ListDialog({ entity, dialog, filters, room, reload, close, children }: Props) {
  switch (dialog.show) {
    case 'children':
      return dialog.child.shown === 'form' ? (
        <ChildForm parent={entity} child={dialog.child} row={dialog.row} reload={reload} close={close} />
      ) : (
        <ChildDrawer parent={entity} child={dialog.child} row={dialog.row} close={close}>
          {children}
        </ChildDrawer>
      )
    case 'add':
    case 'edit':
    case 'view':
    case 'params':
      return <FormDialogs entity={entity} dialog={dialog} filters={filters} reload={reload} close={close} />
    case 'panel':
    case 'batchPanel':
      return <PanelDrawer entity={entity} dialog={dialog} filters={filters} reload={reload} close={close} />
    case 'import':
      return <LazyImportDialog entity={entity} filters={filters} reload={reload} close={close} />
    case 'bin':
      return <BinDialog entity={entity} reload={reload} close={close} />
    case 'pick':
      return <PickerDialog entity={entity} tool={dialog.tool} filters={filters} room={room} reload={reload} close={close} />
    case 'outcome':
      return <OutcomeDialog done={dialog.done} outcomes={dialog.outcomes} labels={dialog.labels} close={close} />
  }
}
