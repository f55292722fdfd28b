import { Badge, Tooltip } from 'antd'
import type { FeedState } from '../../../../feed/connection.ts'
import type { FeedStatus } from './use-feed.ts'
import './connection.css'

interface Look {
  readonly status: 'success' | 'processing' | 'warning' | 'error'
  readonly text: string
  readonly says: string
}
const looks: Record<FeedState, Look> = {
  connecting: { status: 'processing', text: '正在连接', says: '正在连接，连上后新的提交和求助会立即出现' },
  reconnecting: { status: 'processing', text: '重连中', says: '连接断开，列表可能不是最新的；连上后自动补齐' },
  live: { status: 'success', text: '已连接', says: '新的提交和求助会立即出现' },
  polling: { status: 'warning', text: '轮询中', says: '实时连接不可用，每几秒询问一次' },
  offline: { status: 'error', text: '离线', says: '网络不通，列表已停在断开的时刻；草稿保存在本机' },
  ended: { status: 'error', text: '已断开', says: '连接已结束' },
}

/** Connected, but not to everything on the screen. */
function partLook({ refused, beyond = 0 }: FeedStatus): Look | undefined {
  const says = refused ?? (beyond > 0 ? `另有 ${beyond} 门课程每 30 秒读取一次；选定课程后即时更新` : undefined)
  return says === undefined ? undefined : { status: 'warning', text: '部分实时', says }
}

/** How far the connection can be relied on at this moment. */
export function ConnectionBadge(feed: FeedStatus) {
  const { state, reason } = feed
  const { status, text, says } = (state === 'live' && partLook(feed)) || looks[state]
  return (
    <Tooltip title={reason || says}>
      <span role="status" aria-label={`连接状态：${text}`} className="live-connection" data-state={state}>
        <Badge status={status} text={text} />
      </span>
    </Tooltip>
  )
}
