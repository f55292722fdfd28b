import { singleClick } from '../parts/single-click.ts'
import { Modal, Table } from 'antd'
import { messages } from '../../fields/messages.ts'
import { pageWord } from '../../browser/api.ts'
import type { DialogOutcome } from '../model/dialog.ts'
import { pageTurn } from '../parts/page-turn.ts'

interface Props {
  readonly done: string
  readonly outcomes: readonly DialogOutcome[]
  readonly labels: ReadonlyMap<string, string>
  close(): void
}

/** The outcome of a batch: the rows that failed, with their reasons. */
export function OutcomeDialog({ done, outcomes, labels, close }: Props) {
  const failed = outcomes.filter((one) => !one.success)
  return (
    <Modal
      open
      title={`已${done} ${outcomes.length - failed.length}，失败 ${failed.length}`}
      onCancel={singleClick(close)}
      onOk={close}
      cancelButtonProps={{ hidden: true }}
      okText="知道了"
    >
      <Table<DialogOutcome>
        size="small"
        rowKey="id"
        dataSource={failed}
        pagination={failed.length > 10 ? { pageSize: 10, size: 'small', itemRender: pageTurn } : false}
        columns={[
          { title: '记录', dataIndex: 'id', width: 180, render: (id: string) => labels.get(id) || messages.gone },
          { title: '原因', dataIndex: 'message', render: pageWord },
        ]}
      />
    </Modal>
  )
}
