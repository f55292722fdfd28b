import { Spin } from 'antd'
import { Suspense } from 'react'
import type { AnyEntity } from '../../schema/index.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { MissingWindow } from '../parts/Missing.tsx'
import { ImportDialog } from '../transfer/import-dialog.ts'
import type { Dialog } from '../model/dialog.ts'
import type { ListComponent } from '../list/state/list-props.ts'
import type { Filters } from '../model/list-state.ts'

const FormDialogs = lazyPart(() => import('../dialogs/FormDialogs.tsx').then((file) => file.FormDialogs), MissingWindow)
const ChildDrawer = lazyPart(() => import('./ChildDrawer.tsx').then((file) => file.ChildDrawer), MissingWindow)
const PanelDrawer = lazyPart(() => import('../dialogs/PanelDrawer.tsx').then((file) => file.PanelDrawer), MissingWindow)
const BinDialog = lazyPart(() => import('../dialogs/BinDialog.tsx').then((file) => file.BinDialog), MissingWindow)
const PickerDialog = lazyPart(() => import('../dialogs/PickerDialog.tsx').then((file) => file.PickerDialog), MissingWindow)
const OutcomeDialog = lazyPart(() => import('../dialogs/OutcomeDialog.tsx').then((file) => file.OutcomeDialog), MissingWindow)

interface Props {
  readonly entity: AnyEntity
  readonly dialog: Dialog | undefined
  readonly filters: Filters
  /** How many further rows there is room for, where something limits them. */
  readonly room?: number
  readonly List: ListComponent
  readonly reload: () => void
  close(): void
}

function Shown({ entity, dialog, filters, room, List, reload, close }: Props & { readonly dialog: Dialog }) {
  switch (dialog.show) {
    case 'add':
    case 'edit':
    case 'params':
      return <FormDialogs entity={entity} dialog={dialog} filters={filters} reload={reload} close={close} />
    case 'children':
      return <ChildDrawer parent={entity} child={dialog.child} row={dialog.row} List={List} reload={reload} close={close} />
    case 'panel':
    case 'batchPanel':
      return <PanelDrawer entity={entity} dialog={dialog} filters={filters} reload={reload} close={close} />
    case 'import':
      return <ImportDialog entity={entity} filters={filters} reload={reload} close={close} />
    case 'bin':
      return <BinDialog entity={entity} reload={reload} close={close} />
    case 'pick':
      return <PickerDialog entity={entity} tool={dialog.tool} filters={filters} room={room} List={List} reload={reload} close={close} />
    case 'outcome':
      return <OutcomeDialog done={dialog.done} outcomes={dialog.outcomes} labels={dialog.labels} close={close} />
  }
}

/** Whatever a list has open; each kind is a chunk of its own. */
export function ListDialogs(props: Props) {
  const { dialog } = props
  if (!dialog) return null
  return (
    <Suspense fallback={<Spin fullscreen />}>
      <Shown {...props} dialog={dialog} />
    </Suspense>
  )
}
