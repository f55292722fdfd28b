import { Drawer } from 'antd'
import type { AnyEntity } from '../../schema/index.ts'
import type { Dialog } from '../list/dialog.ts'
import { labelOf } from '../list/list-model.ts'
import type { Filters } from '../list/list-state.ts'
import { Panel } from './Panel.tsx'

interface Props {
  readonly entity: AnyEntity
  readonly dialog: Extract<Dialog, { show: 'panel' }>
  readonly filters: Filters
  reload(): void
  close(): void
}

/** A hand-written panel in a drawer, opened by a row action. */
export function PanelDrawer({ entity, dialog, filters, reload, close }: Props) {
  const { title, panel, row } = dialog
  return (
    <Drawer open destroyOnHidden title={`${title} - ${labelOf(entity, row)}`} width="min(1000px, 100vw)" onClose={close}>
      <Panel name={panel} entity={entity} filters={filters} row={row} reload={reload} close={close} />
    </Drawer>
  )
}
