import { Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { fieldLabelOf } from '../../shared/label.ts'
import type { MarkClash, ClashDetails } from '../../wire.ts'
import type { Edit } from '../state/edit-store.ts'
import { useMarkingActions } from './marking-context.ts'
import { useDecisionKeys } from './use-decision-keys.ts'
import { submissionStates } from '../../../../../schemas/teaching/submission-states.ts'
import './marking.css'

const labels: Readonly<Record<string, string>> = {
  score: '分数',
  comment: '评语',
  inspectionCommentId: '评语选择',
  bz: '备注',
  submitStatus: '状态',
  filePaths: '照片',
}
const statuses: Readonly<Record<string, string>> = submissionStates

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '（空）'
  if (field === 'inspectionCommentId') return '评语库中的一条'
  return field === 'submitStatus' ? (statuses[String(value)] ?? String(value)) : String(value)
}

interface TableProps {
  readonly clashes: readonly MarkClash[]
  readonly who: string
  /** Whether the other person's value is taken for a field. */
  takes(field: string): boolean
  onTake(field: string, theirs: boolean): void
}

/** Both values of each field, and whose is taken. */
function ClashTable({ clashes, who, takes, onTake }: TableProps) {
  return (
    <table className="live-clashes">
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">我的</th>
          <th scope="col">{who}的</th>
          <th scope="col">取</th>
        </tr>
      </thead>
      <tbody>
        {clashes.map(({ field, yours, theirs }) => (
          <tr key={field}>
            <th scope="row">{labels[field] ?? field}</th>
            <td className="live-clash" data-chosen={!takes(field) || undefined}>
              {shown(field, yours)}
            </td>
            <td className="live-clash" data-chosen={takes(field) || undefined}>
              {shown(field, theirs)}
            </td>
            <td>
              <Radio.Group
                size="small"
                optionType="button"
                aria-label={`${labels[field] ?? field} 取谁的`}
                value={takes(field)}
                onChange={({ target }) => onTake(field, Boolean(target.value))}
                options={[
                  { value: false, label: '我的' },
                  { value: true, label: '对方' },
                ]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Two people marked one result: both marks side by side, decided by keyboard, and nothing is lost. */
export function TwoMarks({ edit, clash }: { readonly edit: Edit; readonly clash: ClashDetails }) {
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
            {fieldLabelOf(edit.row)}（{edit.row.studyNumber}），{clash.when ? `${clash.when} 由 ${who} 保存` : `由 ${who} 保存`}
            。两份评分都在，请选择：
          </p>
          <ClashTable clashes={clash.clashes} who={who} takes={takes} onTake={(field, all) => setTheirs({ ...theirs, [field]: all })} />
        </div>
      </Modal>
    </div>
  )
}
