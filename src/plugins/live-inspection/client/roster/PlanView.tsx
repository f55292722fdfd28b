import { Alert, Empty, Table } from 'antd'
import type { MarkPlan, Marks, SkippedRow } from '../../wire.ts'
import { NOT_SUBMITTED, submissionStates, SUBMITTED } from '../../../../../schemas/teaching/submission-states.ts'

type Planned = MarkPlan['rows'][number]

const before = (row: Planned): string => submissionStates[row.submitStatus === SUBMITTED ? SUBMITTED : NOT_SUBMITTED]

function afterOf({ mark, score, absentReason }: Marks): string {
  if (mark === 'present') return '未提交'
  return mark === 'absent' ? `缺席（${absentReason ?? ''}）` : `${score ?? ''} 分`
}

/** Whose result it is. */
const who = {
  title: '学生与考察项',
  key: 'who',
  render: (_: unknown, row: Planned) => (
    <>
      <strong>{row.groupSeatNum}</strong> {row.realname} · {row.inspectionId_dictText}
    </>
  ),
}

interface Props {
  readonly plan: MarkPlan | undefined
  readonly marks: Marks | undefined
  /** What is missing, while there is nothing to show. */
  readonly hint: string
}

/** What will be written, row by row, and who is skipped and why. */
export function PlanView({ plan, marks, hint }: Props) {
  if (!plan || !marks) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={hint} />
  const { rows, rowTotal, skipped, skippedTotal } = plan
  const left = rowTotal - rows.length
  return (
    <section aria-label="登记预览" className="roster-plan">
      {left > 0 && (
        <Alert type="warning" showIcon message={`共 ${rowTotal} 项，一次最多登记 ${rows.length} 项；其余 ${left} 项请随后再登记一次`} />
      )}
      <Table<Planned>
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ y: 240 }}
        dataSource={rows}
        locale={{ emptyText: '没有可以这样登记的学生' }}
        columns={[
          who,
          {
            title: `将登记 ${rows.length} 项`,
            key: 'after',
            width: '42%',
            render: (_, row) => (
              <>
                {before(row)} → <strong>{afterOf(marks)}</strong>
              </>
            ),
          },
        ]}
      />
      {skipped.length > 0 && (
        <details className="roster-skipped">
          <summary>
            跳过 {skippedTotal} 项{skippedTotal > skipped.length && `，这里是前 ${skipped.length} 项`}
          </summary>
          <Table<SkippedRow>
            size="small"
            rowKey="id"
            pagination={false}
            scroll={{ y: 160 }}
            dataSource={skipped}
            columns={[who, { title: '原因', dataIndex: 'why', width: '42%' }]}
          />
        </details>
      )}
    </section>
  )
}
