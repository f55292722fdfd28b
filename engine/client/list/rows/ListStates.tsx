import { Alert, Button, Empty, Flex, Skeleton } from 'antd'
import { ApiError, isRefusal } from '../../../browser/api.ts'
import { TroubleView } from '../../../browser/TroubleView.tsx'
import { singleClick } from '../../parts/single-click.ts'

/** What this user can do about a list without rows. */
export interface NextSteps {
  /** Clears the filters; undefined while none is set. */
  readonly clear?: () => void
  readonly add?: () => void
  readonly import?: () => void
}

interface Props {
  readonly error?: Error
  readonly waitingFor?: string
  readonly loading: boolean
  readonly steps?: NextSteps
  retry(): void
}

const forbidden = 510
const isForbidden = (error: Error): boolean => error instanceof ApiError && error.code === forbidden

function why({ clear, add }: NextSteps): string {
  if (clear) return '没有符合筛选条件的数据'
  return add ? '还没有数据，可以从第一条开始' : '还没有数据'
}

/** No rows: because nothing matches, or because there are none yet, and what to do about it. */
function NoRows({ steps = {} }: Pick<Props, 'steps'>) {
  const { clear, add, import: bring } = steps
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={why(steps)}>
      <Flex gap="small" justify="center" wrap>
        {clear && <Button onClick={singleClick(clear)}>清除筛选条件</Button>}
        {!clear && add && (
          <Button type="primary" onClick={singleClick(add)}>
            新增第一条
          </Button>
        )}
        {!clear && bring && <Button onClick={singleClick(bring)}>从表格导入</Button>}
      </Flex>
    </Empty>
  )
}

/** Shown in place of rows: why there are none, and what to do. */
export function ListStates({ error, waitingFor, loading, steps, retry }: Props) {
  if (waitingFor) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={waitingFor} />
  if (error) {
    if (isForbidden(error)) return <TroubleView title="没有权限" text={error.message} actions={null} />
    if (isRefusal(error)) {
      return (
        <div role="alert">
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={error.message} />
        </div>
      )
    }
    const again = (
      <Button type="primary" onClick={retry}>
        重试
      </Button>
    )
    return <TroubleView title="加载失败" text={error.message} actions={again} />
  }
  return loading ? <Skeleton active title={false} paragraph={{ rows: 6, width: '100%' }} aria-label="加载中" /> : <NoRows steps={steps} />
}

/** Shown above rows that could not be read again: they may have changed since. */
export function StaleRows({ error, retry }: { readonly error: Error; retry(): void }) {
  const again = (
    <Button size="small" onClick={retry}>
      重试
    </Button>
  )
  return <Alert type="warning" showIcon banner message={`列表未能刷新：${error.message}`} action={again} />
}
