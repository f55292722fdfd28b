import { Alert, Drawer, Skeleton } from 'antd'
import type { AnyEntity, ChildSpec, WireRow } from '../../schema/index.ts'
import { idOf, labelOf } from '../list/list-model.ts'
import type { ListComponent } from '../list/list-props.ts'
import { useEntity } from './useEntity.ts'

interface Props {
  readonly parent: AnyEntity
  readonly child: ChildSpec
  readonly row: WireRow
  readonly List: ListComponent
}

/** The rows of a child entity that belong to one row of its parent. */
export function ChildList({ parent, child, row, List }: Props) {
  const { entity, error } = useEntity(child.entity)
  if (error) return <Alert type="warning" message={error.message} showIcon />
  if (!entity) return <Skeleton active />
  return <List entity={entity} place="inside" fixed={{ [child.by]: idOf(parent, row) }} />
}

/** The same in a drawer of its own. */
export function ChildDrawer({ close, ...props }: Props & { close(): void }) {
  const { child, parent, row } = props
  return (
    <Drawer open title={`${child.label} - ${labelOf(parent, row)}`} width={`min(${child.width ?? 960}px, 100vw)`} onClose={close}>
      <ChildList {...props} />
    </Drawer>
  )
}
