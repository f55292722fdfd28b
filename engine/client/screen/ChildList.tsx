import { Alert, Flex, Skeleton } from 'antd'
import useSWR from 'swr'
import { isVia } from '../../fields/structure.ts'
import type { AnyEntity, ChildSpec, WireRow } from '../../schema/index.ts'
import { api } from '../api.ts'
import { idOf } from '../model/list-model.ts'
import type { ListComponent } from '../list/state/list-props.ts'
import { Panel } from '../parts/Panel.tsx'
import { useEntity } from '../use-entity.ts'

export interface ChildListProps {
  readonly parent: AnyEntity
  readonly child: ChildSpec
  readonly row: WireRow
  readonly List: ListComponent
  reload(): void
}

/** How many further rows of this child a row may get; no number where nothing limits them. */
function roomOf({ addWhile }: ChildSpec, row: WireRow): number | undefined {
  const rooms = Object.entries(addWhile ?? {}).map(([count, limit]) => Number(row[limit] ?? 0) - Number(row[count] ?? 0))
  return rooms.length > 0 ? Math.min(...rooms) : undefined
}

/** Why the rows of this child cannot be changed now: the row that they belong to is closed. */
function closedBy(entity: AnyEntity, { by }: ChildSpec, row: WireRow): string | undefined {
  return entity.openWhile?.find(({ field, is }) => {
    const shown = entity.fields[field]
    return isVia(shown) && shown.by === by && row[shown.field] !== is
  })?.otherwise
}

/** The parent's row as it is now, asked anew after each change where it limits what may be added or changed. */
function useFresh({ parent, child, row }: ChildListProps, entity: AnyEntity | undefined): WireRow {
  const path = `${parent.endpoints.base}/queryById`
  const params = { id: idOf(parent, row) }
  const matters = child.addWhile !== undefined || entity?.openWhile !== undefined
  const { data } = useSWR<WireRow, Error>(matters ? [parent.name, path, params] : null, () => api.get<WireRow>(path, params), {
    revalidateOnFocus: false,
  })
  return data ?? row
}

/** The rows of a child entity that belong to one row of its parent. */
export function ChildList(props: ChildListProps) {
  const { parent, child, row, List, reload } = props
  const { entity, error } = useEntity(child.entity)
  const fresh = useFresh(props, entity)
  if (error) return <Alert type="warning" message={error.message} showIcon />
  if (!entity) return <Skeleton active />
  const agreed = Object.entries(child.with ?? {}).map(([theirs, own]) => [theirs, String(row[own] ?? '')] as const)
  const fixed = { ...Object.fromEntries(agreed), [child.by]: idOf(parent, row) }
  if (child.panel) return <Panel name={child.panel} entity={entity} filters={fixed} row={row} reload={reload} close={() => undefined} />
  const closed = closedBy(entity, child, fresh)
  return (
    <Flex vertical gap={12}>
      {closed && <Alert type="info" message={closed} showIcon />}
      <List
        entity={entity}
        listName={child.list}
        place="inside"
        fixed={fixed}
        room={roomOf(child, fresh)}
        isClosed={closed !== undefined}
        onChange={child.addWhile ? reload : undefined}
      />
    </Flex>
  )
}
