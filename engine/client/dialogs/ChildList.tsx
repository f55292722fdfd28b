import { Alert, Skeleton } from 'antd'
import type { AnyEntity, ChildSpec, WireRow } from '../../schema/index.ts'
import { idOf } from '../list/list-model.ts'
import type { ListComponent } from '../list/list-props.ts'
import { useEntity } from './useEntity.ts'

export interface ChildListProps {
  readonly parent: AnyEntity
  readonly child: ChildSpec
  readonly row: WireRow
  readonly List: ListComponent
}

/** The rows of a child entity that belong to one row of its parent. */
export function ChildList({ parent, child, row, List }: ChildListProps) {
  const { entity, error } = useEntity(child.entity)
  if (error) return <Alert type="warning" message={error.message} showIcon />
  if (!entity) return <Skeleton active />
  return <List entity={entity} place="inside" fixed={{ [child.by]: idOf(parent, row) }} />
}
