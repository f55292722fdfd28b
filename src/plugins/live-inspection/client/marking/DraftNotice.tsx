import { Alert, Button, Popover } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { useBench } from '../state/bench-context.ts'
import type { StoredDraft } from '../state/draft-store.ts'
import { useMarkingActions } from './marking-context.ts'
import './marking.css'

const named = ({ label, score }: StoredDraft): string => [label || '一份结果', score && `${score} 分`].filter(Boolean).join(' · ')

/** Marks that were begun and not saved, because of a crash, a takeover or leaving; shown until they are saved or thrown away. */
export function DraftNotice() {
  const { drafts } = useBench()
  const { marking } = useMarkingActions()
  const waiting = useSyncExternalStore(drafts.watch, drafts.all)
  const [isOpen, setOpen] = useState(false)
  const [first] = waiting
  if (!first) return null
  const names = waiting.slice(0, 3).map(named)
  const resume = (draft: StoredDraft) => {
    setOpen(false)
    void marking.resume(draft)
  }
  const list = (
    <ul className="live-drafts">
      {waiting.map((draft) => (
        <li key={draft.resultId}>
          <span className="live-text">{named(draft)}</span>
          <Button type="link" size="small" onClick={() => resume(draft)}>
            继续评分
          </Button>
          <Button type="link" size="small" danger onClick={() => void marking.throwAway(draft)}>
            放弃
          </Button>
        </li>
      ))}
    </ul>
  )
  return (
    <div className="live-notices">
      <Alert
        type="info"
        showIcon
        message={`有 ${waiting.length} 份没保存的评分草稿：${names.join('、')}${waiting.length > 3 ? ' 等' : ''}`}
        action={
          waiting.length === 1 ? (
            <>
              <Button size="small" onClick={() => resume(first)}>
                继续评分
              </Button>{' '}
              <Button size="small" type="text" onClick={() => void marking.throwAway(first)}>
                放弃草稿
              </Button>
            </>
          ) : (
            <Popover content={list} title="没保存的草稿" trigger="click" placement="bottomRight" open={isOpen} onOpenChange={setOpen}>
              <Button size="small">逐份处理</Button>
            </Popover>
          )
        }
      />
    </div>
  )
}
