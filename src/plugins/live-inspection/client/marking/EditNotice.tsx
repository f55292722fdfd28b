import { Alert, Button } from 'antd'
import { useEdit } from '../state/bench-context.ts'
import { photosOf } from '../../wire.ts'
import { DraftNotice } from './DraftNotice.tsx'
import type { Edit } from '../state/edit-store.ts'
import { useMarkingActions } from './marking-context.ts'
import { SCORED, SUBMITTED } from '../../../../../schemas/teaching/submission-states.ts'
import './marking.css'

const timeOf = (at: number): string => new Intl.DateTimeFormat('zh-CN', { dateStyle: 'short', timeStyle: 'short' }).format(at)

/** The sentence about photos that came while the row was open. */
function resubmitted({ row, latest }: Edit): string | undefined {
  if (!latest || latest.submitCount <= row.submitCount) return undefined
  const before = new Set(photosOf(row))
  const fresh = photosOf(latest).filter((path) => !before.has(path)).length
  return `学生有新提交：${fresh} 张新照片，你的草稿未动`
}

/** What happened to the row while it is being marked. */
export function EditNotice() {
  const edit = useEdit()
  const { marking } = useMarkingActions()
  if (!edit) return <DraftNotice />
  const fresh = resubmitted(edit)
  const { latest, restored } = edit
  const marked = latest && latest.submitStatus === SCORED && latest.version > edit.row.version && edit.row.submitStatus === SUBMITTED
  const isRemark = restored?.isOlder === true && edit.row.submitStatus === SCORED
  return (
    <div className="live-notices" aria-live="polite">
      {fresh && (
        <Alert
          type="warning"
          showIcon
          message={fresh}
          action={
            <Button size="small" onClick={marking.decisions.accept}>
              接受新提交 (A)
            </Button>
          }
        />
      )}
      {marked && (
        <Alert
          type="warning"
          showIcon
          message={`${latest.markerId_dictText ?? '同事'} 已评为 ${latest.score ?? ''} 分；保存时可以比较两份评分`}
        />
      )}
      {latest === null && <Alert type="error" showIcon message="这份结果已被移走或删除；你的草稿还在" />}
      {restored && (
        <Alert
          type="info"
          showIcon
          message={`已恢复 ${timeOf(restored.at)} 的草稿${restored.isOlder ? '，之后这份结果有过改动，请核对' : ''}${
            isRemark ? `：${edit.row.markerId_dictText ?? '同事'} 已评为 ${edit.row.score ?? ''} 分，保存会改成你的` : ''
          }`}
        />
      )}
    </div>
  )
}
