import { singleClick } from '../parts/single-click.ts'
import { Drawer, Modal } from 'antd'
import type { AnyEntity } from '../../schema/index.ts'
import { useLeave } from '../changes/unsaved.ts'
import type { Dialog } from '../model/dialog.ts'
import { labelOf } from '../model/list-model.ts'
import type { Filters } from '../model/list-state.ts'
import { Panel } from '../parts/Panel.tsx'

interface Props {
  readonly entity: AnyEntity
  readonly dialog: Extract<Dialog, { show: 'panel' | 'batchPanel' }>
  readonly filters: Filters
  reload(): void
  close(): void
}

const usualWidth = 1000

/** A hand-written panel in a drawer or a modal, opened by a row action or a batch. */
export function PanelDrawer({ entity, dialog, filters, reload, close }: Props) {
  const { title, panel } = dialog
  const leave = useLeave()
  const width = dialog.show === 'panel' ? (dialog.width ?? usualWidth) : usualWidth
  const about = dialog.show === 'panel' ? { row: dialog.row } : { rows: dialog.rows }
  const whole = dialog.show === 'panel' ? `${title} - ${labelOf(entity, dialog.row)}` : title
  const part = <Panel name={panel} entity={entity} filters={filters} {...about} reload={reload} close={close} />
  const look = { open: true, destroyOnHidden: true, title: whole, width: `min(${width}px, 100vw)` }
  const away = singleClick(() => leave(close))
  return dialog.opensIn === 'modal' ? (
    <Modal {...look} footer={null} onCancel={away}>
      {part}
    </Modal>
  ) : (
    <Drawer {...look} onClose={away}>
      {part}
    </Drawer>
  )
}
