import { BellOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../../engine/client/index.ts'

/** The page comes first; what the bell tells is asked for when the page is at rest. */
const AT_REST = 1_500

const Bell = ({ onClick }: { onClick?(): void }) => <Button type="text" icon={<BellOutlined />} aria-label="消息通知" onClick={onClick} />
const UnreadNotices = lazyPart(
  () => import('./UnreadNotices.tsx').then((file) => file.UnreadNotices),
  () => <Bell />,
)

/** The bell of the header: how many announcements the user has not read, and the newest. */
export function NoticeBell() {
  const [isAtRest, setAtRest] = useState(false)
  /** Whoever presses it before that sees what it tells as soon as it is there. */
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAtRest(true), AT_REST)
    return () => clearTimeout(timer)
  }, [])
  const bell = <Bell onClick={() => setPressed(true)} />
  return <Suspense fallback={bell}>{isAtRest || isPressed ? <UnreadNotices isOpened={isPressed} /> : bell}</Suspense>
}
