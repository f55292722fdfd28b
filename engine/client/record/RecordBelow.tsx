import { Empty, Flex, Skeleton } from 'antd'
import useSWR from 'swr'
import type { AnyEntity, TreeSpec, WireRow } from '../../schema/index.ts'
import { api } from '../../browser/api.ts'
import { idOf, labelOf } from '../model/list-model.ts'
import { ListStates } from '../list/rows/ListStates.tsx'
import { RecordLink, useOpenRecord } from '../list/rows/RecordLink.tsx'

interface Props {
  readonly entity: AnyEntity
  readonly tree: TreeSpec<string>
  readonly id: string
}
interface Page {
  readonly records: readonly WireRow[]
}

/** More rows than any real tree has directly below one node. */
const most = 1000

/** The rows directly below a row of a tree, each with a link to its own page. */
export function RecordBelow({ entity, tree, id }: Props) {
  const open = useOpenRecord()
  const path = `${entity.endpoints.base}/list`
  const order = tree.order ?? tree.code
  const params = { [tree.parent]: id, pageSize: most, ...(order && { column: order, order: 'asc' }) }
  const { data, error, mutate } = useSWR<Page, Error>([entity.name, path, params], () => api.get(path, params))
  if (error) return <ListStates error={error} loading={false} retry={() => void mutate()} />
  if (!data) return <Skeleton active />
  if (data.records.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`没有下级${entity.title}`} />
  return (
    <Flex vertical gap={8} style={{ paddingBlock: 4 }}>
      {data.records.map((row) => (
        <div key={idOf(entity, row)}>
          <RecordLink entity={entity.name} id={idOf(entity, row)} open={open}>
            {labelOf(entity, row)}
          </RecordLink>
        </div>
      ))}
    </Flex>
  )
}
