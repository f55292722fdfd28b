import { BellOutlined } from '@ant-design/icons'
import { Badge, Button, Modal, Popover, Skeleton, Tabs } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import useSWR from 'swr'
import { api, errorSentence } from '../../../engine/client/index.ts'
import type { FoundRow } from '../../../engine/schema/index.ts'
import { AnnouncementFrame } from './AnnouncementFrame.tsx'
import { followNotices, noticesPath } from './own-notices.ts'
import './notices.css'

type Notice = FoundRow<'receivedAnnouncement'>

interface Unread {
  readonly anntMsgList: readonly Notice[]
  readonly anntMsgTotal: number
  readonly sysMsgList: readonly Notice[]
  readonly sysMsgTotal: number
}

function NoticeList({ rows, onOpen }: { readonly rows: readonly Notice[]; onOpen(row: Notice): void }) {
  if (rows.length === 0) return <p className="notices-none">暂无未读消息</p>
  return (
    <ul className="notices-list">
      {rows.map((row) => (
        <li key={row.id}>
          <Button type="text" block onClick={() => onOpen(row)}>
            <span className="notices-title">{row.titile}</span>
            <span className="notices-time">{row.sendTime}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/**
 * The bell with its number, the newest unread announcements behind it, and the window in which one is read; `isOpened` by a press that came
 * before it.
 */
export function UnreadNotices({ isOpened }: { readonly isOpened: boolean }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(isOpened)
  const [shown, setShown] = useState<Notice>()
  const { data, error, mutate } = useSWR<Unread, Error>(noticesPath, () => api.get<Unread>(noticesPath, { pageSize: 5 }), {
    revalidateOnFocus: false,
  })
  useEffect(() => followNotices(() => void mutate()), [mutate])
  const count = (data?.anntMsgTotal ?? 0) + (data?.sysMsgTotal ?? 0)
  const open = (row: Notice) => {
    setOpen(false)
    setShown(row)
  }
  const content = error ? (
    <p className="notices-none">{errorSentence(error)}</p>
  ) : !data ? (
    <Skeleton active className="notices-panel" title={false} />
  ) : (
    <div className="notices-panel">
      <Tabs
        items={[
          {
            key: 'notice',
            label: `通知公告 ${data.anntMsgTotal}`,
            children: <NoticeList rows={data.anntMsgList} onOpen={open} />,
          },
          {
            key: 'system',
            label: `系统消息 ${data.sysMsgTotal}`,
            children: <NoticeList rows={data.sysMsgList} onOpen={open} />,
          },
        ]}
      />
      <Button
        type="link"
        block
        onClick={() => {
          setOpen(false)
          void navigate('/platform/receivedAnnouncement')
        }}
      >
        查看全部
      </Button>
    </div>
  )
  return (
    <>
      <Popover content={content} trigger="click" placement="bottomRight" open={isOpen} onOpenChange={setOpen} destroyOnHidden>
        <Button
          type="text"
          icon={
            <Badge count={count} size="small" overflowCount={99}>
              <BellOutlined />
            </Badge>
          }
          aria-label={count > 0 ? `消息通知：${count} 条未读` : '消息通知'}
          aria-expanded={isOpen}
        />
      </Popover>
      <Modal
        title={shown?.titile}
        open={shown !== undefined}
        width={900}
        footer={null}
        destroyOnHidden
        onCancel={() => setShown(undefined)}
      >
        {shown && <AnnouncementFrame id={shown.id} title={shown.titile ?? ''} isReader />}
      </Modal>
    </>
  )
}
