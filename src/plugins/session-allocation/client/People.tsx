import { Alert, Button, Flex, Skeleton, Typography } from 'antd'
import type { PersonCount } from '../wire.ts'
import type { Allocation } from './use-allocation.ts'

function Totals({ classCount, stuCount, total, assigned }: PersonCount) {
  return (
    <Typography.Text>
      班级 <b>{classCount}</b> 个，学生 <b>{total}</b> 人，已分配 <b>{assigned}</b> 人，待分配 <b>{stuCount}</b> 人
    </Typography.Text>
  )
}

/** The note below the totals: why nothing can be divided, or that nobody is left to divide. */
function Remark({ locked, told, count }: Pick<Allocation, 'locked' | 'told'> & { readonly count: PersonCount }) {
  if (locked !== undefined) return <Alert type="info" showIcon message={locked} style={{ marginTop: 8 }} />
  if (count.total > 0 && count.stuCount === 0) return <Typography.Text type="secondary">学生已全部分入场次</Typography.Text>
  if (!told['stuCount']) return null
  return (
    <Typography.Text type="danger" role="alert">
      {told['stuCount']}
    </Typography.Text>
  )
}

/** The students to divide, or what to choose first. */
export function People({ missing, count, locked, told }: Pick<Allocation, 'missing' | 'count' | 'locked' | 'told'>) {
  if (missing) return <Typography.Text type="secondary">{missing}</Typography.Text>
  if (count.error) {
    return (
      <Flex align="center" gap={8}>
        <Typography.Text type="danger">{count.error.message}</Typography.Text>
        <Button size="small" onClick={() => void count.mutate()}>
          重试
        </Button>
      </Flex>
    )
  }
  if (!count.data) return <Skeleton active title={false} paragraph={{ rows: 1 }} />
  return (
    <Flex vertical>
      <Totals {...count.data} />
      <Remark locked={locked} told={told} count={count.data} />
    </Flex>
  )
}
