import { Drawer } from 'antd'
import { labelOf } from '../list/list-model.ts'
import { ChildList, type ChildListProps } from './ChildList.tsx'

/** The rows of a child entity in a drawer of their own. */
export function ChildDrawer({ close, ...props }: ChildListProps & { close(): void }) {
  const { child, parent, row } = props
  return (
    <Drawer open title={`${child.label} - ${labelOf(parent, row)}`} width={`min(${child.width ?? 960}px, 100vw)`} onClose={close}>
      <ChildList {...props} />
    </Drawer>
  )
}
