import { Alert, Button, Empty } from 'antd'
import { TroubleView } from '../TroubleView.tsx'

interface Props {
  readonly error?: Error
  readonly waitingFor?: string
  readonly loading: boolean
  retry(): void
}

/** What stands where there are no rows: why not, and what to do. */
export function ListStates({ error, waitingFor, loading, retry }: Props) {
  if (waitingFor) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={waitingFor} />
  if (error)
    return (
      <TroubleView
        title="加载失败"
        text={error.message}
        actions={
          <Button type="primary" onClick={retry}>
            重试
          </Button>
        }
      />
    )
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={loading ? '加载中…' : '暂无数据'} />
}

/** Stands above rows that could not be read again: they may have changed since. */
export function StaleRows({ error, retry }: { readonly error: Error; retry(): void }) {
  const again = (
    <Button size="small" onClick={retry}>
      重试
    </Button>
  )
  return <Alert type="warning" showIcon banner message={`列表未能刷新：${error.message}`} action={again} />
}
