import { Button, Card, Empty, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import './home.css'

interface Props {
  readonly title: string
  /** How many there are in all, if that is known. */
  readonly count?: number
  readonly urgent?: boolean
  readonly loading: boolean
  readonly error?: Error
  onRetry?(): void
  readonly extra?: ReactNode
  /** Why there is nothing, and what to do next. */
  readonly empty?: ReactNode
  readonly children?: ReactNode
}

function Body({ loading, error, onRetry, empty, children }: Props) {
  if (error)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={error.message}>
        {onRetry && <Button onClick={onRetry}>重试</Button>}
      </Empty>
    )
  if (loading) return <Skeleton active paragraph={{ rows: 3 }} title={false} />
  return empty ? <div className="home-empty">{empty}</div> : children
}

/** One box of a home: its figure, its rows, or why there are none. */
export function DashboardPanel(props: Props) {
  const { title, count, urgent, extra } = props
  return (
    <Card
      className="home-panel"
      title={
        <h2>
          {title}
          {count !== undefined && count > 0 && <span className={urgent ? 'home-count urgent' : 'home-count'}>{count}</span>}
        </h2>
      }
      extra={extra}
    >
      <Body {...props} />
    </Card>
  )
}
