/** @jsxImportSource preact */
import type { Live, LineState } from '../live.ts'
import { useValue } from '../observable.ts'
import './line-badge.css'

const titles: Readonly<Record<LineState, string>> = {
  connecting: '正在连接',
  reconnecting: '重连中',
  live: '实时',
  polling: '已连接',
  offline: '离线',
  ended: '未登录',
}

/** The actual state of the connection to the server. */
export function LineBadge({ live }: { readonly live: Live }) {
  const state = useValue(live.state)
  return (
    <span className={`line ${state}`} role="status" aria-label={`连接状态：${titles[state]}`}>
      {/* Keyed: a new word in its own room is another text, not one that moved. */}
      <span key={state}>{titles[state]}</span>
    </span>
  )
}
