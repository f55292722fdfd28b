import { Alert, Button, Card, Flex, Skeleton, Typography } from 'antd'
import type { ReactNode } from 'react'
import type { LiveRead } from './use-live.ts'

interface Props<T> {
  readonly live: LiveRead<T>
  /** The sentence of a failure. */
  readonly failure: string
  readonly children: (data: T) => ReactNode
}

/** A page of live figures with the time they are of and the node that they are of; a failure says its sentence and ends the polling until the user asks again. */
export function LiveView<T extends { readonly node: string }>({ live: { data, error, at, refresh }, failure, children }: Props<T>) {
  return (
    <Card>
      <Flex vertical gap={12}>
        {error && <Alert type="error" showIcon message={failure} description={error.message === failure ? undefined : error.message} />}
        <Flex align="center" gap={8} wrap>
          <Typography.Text type="secondary">{error ? '已停止更新' : `上次更新时间：${at}`}</Typography.Text>
          {data && <Typography.Text type="secondary">节点：{data.node}</Typography.Text>}
          <Button type="link" size="small" onClick={refresh}>
            立即更新
          </Button>
        </Flex>
        {data === undefined ? !error && <Skeleton active title={false} paragraph={{ rows: 6 }} /> : children(data)}
      </Flex>
    </Card>
  )
}
