import { Drawer, Modal } from 'antd'
import { singleClick } from '../parts/single-click.ts'
import { labelOf } from '../model/list-model.ts'
import { ChildList, type ChildListProps } from './ChildList.tsx'

/** The rows of a child entity in a drawer or modal of their own. */
export function ChildDrawer({ close, ...props }: ChildListProps & { close(): void }) {
  const { child, parent, row } = props
  const title = `${child.label} - ${labelOf(parent, row)}`
  const width = `min(${child.width ?? 800}px, 100vw)`
  if (child.shown === 'modal')
    return (
      <Modal open title={title} width={width} styles={{ body: { paddingBlockStart: 8 } }} footer={null} onCancel={singleClick(close)}>
        <ChildList {...props} />
      </Modal>
    )
  return (
    <Drawer open title={title} width={width} onClose={singleClick(close)}>
      <ChildList {...props} />
    </Drawer>
  )
}
