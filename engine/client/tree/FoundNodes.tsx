import { Empty, List, Skeleton, Typography } from 'antd'
import useSWR from 'swr'
import { api } from '../../browser/api.ts'
import type { AnyEntity } from '../../schema/index.ts'
import { LoadFailed } from '../parts/LoadFailed.tsx'
import type { NamedNode, TreeNode } from './nodes.ts'

/** A node with the titles above it. */
type FoundNode = TreeNode & { readonly above: readonly string[] }

interface Props {
  readonly entity: AnyEntity
  readonly words: string
  choose(node: NamedNode): void
}

/** What the server finds in a tree that is not loaded as a whole. */
export function FoundNodes({ entity, words, choose }: Props) {
  const path = `${entity.endpoints.base}/tree`
  const params = { keyWord: words }
  const { data, error, mutate } = useSWR<FoundNode[], Error>([entity.name, path, params], () => api.get<FoundNode[]>(path, params), {
    keepPreviousData: true,
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  })
  if (error) return <LoadFailed error={error} retry={mutate} />
  if (!data) return <Skeleton active title={false} />
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合条件的数据" />
  return (
    <List
      size="small"
      dataSource={data}
      renderItem={(node) => (
        <List.Item style={{ paddingInline: 4 }}>
          <Typography.Link onClick={() => choose(node)}>
            {node.title} <Typography.Text type="secondary">{node.above.join(' / ')}</Typography.Text>
          </Typography.Link>
        </List.Item>
      )}
    />
  )
}
