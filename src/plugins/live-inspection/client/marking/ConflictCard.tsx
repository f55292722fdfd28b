import { Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useEdit } from '../state/bench-context.ts'
import { labelOf } from '../../shared/label.ts'
import type { Clash, ClashDetails } from '../../wire.ts'
import type { Edit } from '../state/edit-store.ts'
import { isResubmission } from '../state/mark.ts'
import { useMarkingActions } from './marking-context.ts'
import { ResubmittedCard } from './ResubmittedCard.tsx'
import { useDecisionKeys } from './use-decision-keys.ts'

const labels: Readonly<Record<string, string>> = {
  score: '分数',
  comment: '评语',
  inspectionCommentId: '评语选择',
  bz: '备注',
  submitStatus: '状态',
  filePaths: '照片',
}
const statuses: Readonly<Record<string, string>> = { '0': '未提交', '1': '已提交', '2': '已评分' }

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '（空）'
  if (field === 'inspectionCommentId') return '评语库中的一条'
  return field === 'submitStatus' ? (statuses[String(value)] ?? String(value)) : String(value)
}

/** Why a save was refused, and what can be done. */
export function ConflictCard() {
  const edit = useEdit()
  if (!edit?.clash) return null
  return isResubmission(edit.clash) ? <ResubmittedCard row={edit.row} clash={edit.clash} /> : <TwoMarks edit={edit} clash={edit.clash} />
}

/** Two people marked one result: both marks side by side, decided by keyboard, nothing lost. */
function TwoMarks({ edit, clash }: { readonly edit: Edit; readonly clash: ClashDetails }) {
  const { marking } = useMarkingActions()
  const [theirs, setTheirs] = useState<Readonly<Record<string, boolean>>>({})
  const takes = (field: string) => theirs[field] ?? false
  const decide = (all: boolean) => {
    setTheirs({})
    void marking.decisions.resolve(() => all)
  }
  const press = useDecisionKeys((key) => {
    if (key === '1' || key === '2') decide(key === '2')
    return key === '1' || key === '2'
  })
  const row = (one: Clash) => (
    <tr key={one.field}>
      <th scope="row">{labels[one.field] ?? one.field}</th>
      <td className="live-clash" data-chosen={!takes(one.field) || undefined}>
        {shown(one.field, one.yours)}
      </td>
      <td className="live-clash" data-chosen={takes(one.field) || undefined}>
        {shown(one.field, one.theirs)}
      </td>
      <td>
        <Radio.Group
          size="small"
          optionType="button"
          aria-label={`${labels[one.field] ?? one.field} 取谁的`}
          value={takes(one.field)}
          onChange={({ target }) => setTheirs({ ...theirs, [one.field]: Boolean(target.value) })}
          options={[
            { value: false, label: '我的' },
            { value: true, label: '对方' },
          ]}
        />
      </td>
    </tr>
  )
  const who = clash.whoName || edit.latest?.markerId_dictText || '同事'
  return (
    <div onKeyDown={press}>
      <Modal
        open
        title={`${who} 也评了这份结果`}
        width={640}
        onCancel={marking.decisions.back}
        className="live-conflict"
        footer={
          <>
            <Button autoFocus onClick={marking.decisions.back}>
              返回编辑 (Esc)
            </Button>
            <Button onClick={() => decide(true)}>用对方的 (2)</Button>
            <Button onClick={() => decide(false)}>用我的 (1)</Button>
            <Button type="primary" onClick={() => void marking.decisions.resolve(takes)}>
              按所选保存
            </Button>
          </>
        }
      >
        <div role="group" aria-label="评分冲突">
          <p className="live-faint">
            {labelOf(edit.row)}（{edit.row.studyNumber}），{clash.when ? `${clash.when} 由 ${who} 保存` : `由 ${who} 保存`}
            。两份评分都在，请选择：
          </p>
          <table className="live-clashes">
            <thead>
              <tr>
                <th scope="col">项目</th>
                <th scope="col">我的</th>
                <th scope="col">{who}的</th>
                <th scope="col">取</th>
              </tr>
            </thead>
            <tbody>{clash.clashes.map(row)}</tbody>
          </table>
        </div>
      </Modal>
    </div>
  )
}
