import { Drawer, Modal } from 'antd'
import type { ReactNode } from 'react'
import type { AnyEntity, ChildSpec, WireRow } from '../../schema/index.ts'
import { labelOf } from '../model/list-model.ts'
import { singleClick } from '../parts/single-click.ts'

interface Props {
  readonly parent: AnyEntity
  readonly child: ChildSpec
  readonly row: WireRow
  readonly children: ReactNode
  close(): void
}

/** The rows of a child entity in a drawer or modal of their own. */
export function ChildDrawer({ parent, child, row, children, close }: Props) {
  const title = `${child.label} - ${labelOf(parent, row)}`
  const width = `min(${child.width ?? 800}px, 100vw)`
  if (child.shown === 'modal')
    return (
      <Modal open title={title} width={width} styles={{ body: { paddingBlockStart: 8 } }} footer={null} onCancel={singleClick(close)}>
        {children}
      </Modal>
    )
  return (
    <Drawer open title={title} width={width} onClose={singleClick(close)}>
      {children}
    </Drawer>
  )
}
