import { Button, Modal } from 'antd'
import { fieldLabelOf } from '../../shared/label.ts'
import type { ClashDetails, ResultRow } from '../../wire.ts'
import { useMarkingActions } from './marking-context.ts'
import { useDecisionKeys } from './use-decision-keys.ts'

interface Props {
  readonly row: ResultRow
  readonly clash: ClashDetails
}

/** The student submitted again before the mark was saved: it waits until the marker has looked at the new photos. */
export function ResubmittedCard({ row, clash }: Props) {
  const { marking } = useMarkingActions()
  const count = clash.clashes.find(({ field }) => field === 'submitCount')?.theirs
  const press = useDecisionKeys((key) => {
    if (key === '1') void marking.decisions.review()
    return key === '1'
  })
  return (
    <div onKeyDown={press}>
      <Modal
        open
        title="学生重新提交"
        className="live-conflict"
        onCancel={marking.decisions.back}
        footer={
          <>
            <Button autoFocus onClick={marking.decisions.back}>
              返回编辑 (Esc)
            </Button>
            <Button type="primary" onClick={() => void marking.decisions.review()}>
              看新提交 (1)
            </Button>
          </>
        }
      >
        <p role="group" aria-label="学生重新提交">
          {fieldLabelOf(row)}（{row.studyNumber}）在你评分时第 {String(count ?? '')}{' '}
          次提交。评分还没有保存，草稿未动；请看过新照片后再保存。
        </p>
      </Modal>
    </div>
  )
}
