/** @jsxImportSource preact */
import type { LineState } from '../live.ts'
import type { Job } from '../outbox/entries.ts'
import { useNow } from '../parts/use-now.ts'

interface Props {
  readonly job: Job | undefined
  readonly line: LineState
  readonly retryAt: number | undefined
  /** How many photos the submission would have. */
  readonly count: number
  /** Whether it would differ from what the server has. */
  readonly isChanged: boolean
  readonly hasBadPhoto: boolean
  readonly isAgain: boolean
  onSubmit(): void
  onWithdraw(): void
  onRetry(): void
}

function whyNot({ count, hasBadPhoto, isChanged, isAgain }: Props): string | undefined {
  if (hasBadPhoto) return '请先移除不能提交的照片'
  if (count === 0) return '请先拍照或从相册选择照片'
  return isAgain && !isChanged ? '已提交，重新拍照后可再次提交' : undefined
}

function Sending({ line, retryAt, onWithdraw, onRetry }: Pick<Props, 'line' | 'retryAt' | 'onWithdraw' | 'onRetry'>) {
  const now = useNow(1000, retryAt !== undefined)
  const seconds = retryAt === undefined ? 0 : Math.max(0, Math.ceil((retryAt - now) / 1000))
  const waits = line === 'offline' || retryAt !== undefined
  return (
    <>
      <div className="beside">
        <p role="status">
          {!waits && '正在发送…'}
          {waits && (line === 'offline' ? '网络已断开，恢复后自动发送，照片已保存在本机' : `发送未成功，${seconds} 秒后重试`)}
        </p>
        <button type="button" className="bad" onClick={onWithdraw}>
          取消发送
        </button>
      </div>
      <button type="button" className="wide" disabled={!waits} onClick={onRetry}>
        立即重试
      </button>
    </>
  )
}

/** The one action for the photos, within reach of the thumb. */
export function SubmitBar(props: Props) {
  const { job, count, isAgain, onSubmit } = props
  if (job && job.problem === undefined)
    return (
      <footer className="bottom">
        <Sending {...props} />
      </footer>
    )
  const reason = whyNot(props)
  return (
    <footer className="bottom">
      {job?.problem && (
        <p className="notice bad" role="alert">
          {job.problem}
        </p>
      )}
      {reason && <p className="dim">{reason}</p>}
      <button type="button" className="primary wide" disabled={reason !== undefined} onClick={onSubmit}>
        {isAgain ? '重新提交' : '提交'}
        {count > 0 && reason === undefined && ` ${count} 张照片`}
      </button>
    </footer>
  )
}
