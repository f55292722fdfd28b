import { Alert, Skeleton } from 'antd'
import useSWR from 'swr'
import type { AnyEntity, ChildSpec, WireRow } from '../../schema/index.ts'
import { api } from '../api.ts'
import { idOf } from '../list/list-model.ts'
import type { ListComponent } from '../list/list-props.ts'
import { Panel } from './Panel.tsx'
import { useEntity } from './useEntity.ts'

export interface ChildListProps {
  readonly parent: AnyEntity
  readonly child: ChildSpec
  readonly row: WireRow
  readonly List: ListComponent
  reload(): void
}

/** Whether a row may get further rows of this child. */
const hasRoom = ({ addWhile }: ChildSpec, row: WireRow): boolean =>
  Object.entries(addWhile ?? {}).every(([count, limit]) => Number(row[count] ?? 0) < Number(row[limit] ?? 0))

/** The parent's row as it is now, asked anew after each change where its counts limit what may be added. */
function useFresh({ parent, child, row }: ChildListProps): WireRow {
  const path = `${parent.endpoints.base}/queryById`
  const params = { id: idOf(parent, row) }
  const { data } = useSWR<WireRow, Error>(child.addWhile ? [parent.name, path, params] : null, () => api.get<WireRow>(path, params), {
    revalidateOnFocus: false,
  })
  return data ?? row
}

/** The rows of a child entity that belong to one row of its parent. */
export function ChildList(props: ChildListProps) {
  const { parent, child, row, List, reload } = props
  const { entity, error } = useEntity(child.entity)
  const fresh = useFresh(props)
  if (error) return <Alert type="warning" message={error.message} showIcon />
  if (!entity) return <Skeleton active />
  const fixed = { [child.by]: idOf(parent, row) }
  if (child.panel) return <Panel name={child.panel} entity={entity} filters={fixed} row={row} reload={reload} close={() => undefined} />
  return (
    <List entity={entity} place="inside" fixed={fixed} isFull={!hasRoom(child, fresh)} onChange={child.addWhile ? reload : undefined} />
  )
}
