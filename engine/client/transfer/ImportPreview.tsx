import { Alert, Flex, Statistic, Table, Typography, theme } from 'antd'
import { isEmpty } from '../../fields/is-empty.ts'
import { importChoices, outcomeOf, type ImportChange, type ImportFault, type ImportJobState } from './import-state.ts'

function Counts({ job }: { readonly job: ImportJobState }) {
  const { token } = theme.useToken()
  const { add, change, same, bad } = job.counts
  return (
    <Flex gap={32} wrap style={{ marginBottom: 16 }}>
      <Statistic title="新增" value={add} />
      <Statistic title="更新" value={change} />
      <Statistic title="不变" value={same} />
      <Statistic title="错误" value={bad} valueStyle={bad > 0 ? { color: token.colorError } : undefined} />
    </Flex>
  )
}

function Faults({ job }: { readonly job: ImportJobState }) {
  const { token } = theme.useToken()
  const total = job.errorTotal ?? job.errors.length
  if (job.errors.length === 0) return null
  return (
    <>
      <Table<ImportFault & { key: number }>
        size="small"
        virtual
        pagination={false}
        scroll={{ y: 280, x: 640 }}
        dataSource={job.errors.map((fault, key) => ({ ...fault, key }))}
        columns={[
          { title: '行', dataIndex: 'row', width: 70, align: 'right' },
          { title: '列', dataIndex: 'column', width: 130 },
          {
            title: '单元格内容',
            dataIndex: 'value',
            width: 180,
            onCell: () => ({ style: { background: token.colorErrorBg, color: token.colorErrorText } }),
            render: (value: unknown) => (isEmpty(value) ? '（空）' : String(value)),
          },
          { title: '错误原因', dataIndex: 'message', width: 260 },
        ]}
      />
      {total > job.errors.length && (
        <Typography.Text type="secondary">
          共 {total} 处错误，此处显示前 {job.errors.length} 处
        </Typography.Text>
      )}
    </>
  )
}

/** What an update would replace, so that nobody overwrites something by mistake. */
function Changes({ job }: { readonly job: ImportJobState }) {
  const { changes = [], counts } = job
  if (changes.length === 0) return null
  const rows = new Set(changes.map(({ row }) => row)).size
  const shown = (text: string) => (text === '' ? '（空）' : text)
  return (
    <>
      <Typography.Title level={5} style={{ marginBlock: '16px 8px' }}>
        更新的内容
      </Typography.Title>
      <Table<ImportChange & { key: number }>
        size="small"
        virtual
        pagination={false}
        scroll={{ y: 240, x: 640 }}
        dataSource={changes.map((change, key) => ({ ...change, key }))}
        columns={[
          { title: '行', dataIndex: 'row', width: 70, align: 'right' },
          { title: '记录', dataIndex: 'name', width: 140, ellipsis: true },
          { title: '列', dataIndex: 'column', width: 110 },
          {
            title: '原值',
            dataIndex: 'before',
            width: 160,
            render: (text: string) => <Typography.Text delete={text !== ''}>{shown(text)}</Typography.Text>,
          },
          { title: '新值', dataIndex: 'after', width: 160, render: shown },
        ]}
      />
      {rows < counts.change && (
        <Typography.Text type="secondary">
          共更新 {counts.change} 行，此处显示前 {rows} 行
        </Typography.Text>
      )}
    </>
  )
}

/** What an import would do, before anything is written; and afterwards what it did. */
export function ImportPreview({ job, problem }: { readonly job: ImportJobState; readonly problem?: string }) {
  const nothing = job.phase === 'ready' && job.counts.bad === 0 && job.counts.add + job.counts.change === 0
  return (
    <>
      {problem && <Alert type="error" showIcon message={problem} style={{ marginBottom: 16 }} />}
      {job.phase === 'done' && <Alert {...outcomeOf(job)} showIcon style={{ marginBottom: 16 }} />}
      {job.phase === 'ready' && job.counts.bad > 0 && (
        <Alert
          type="warning"
          showIcon
          message={`文件中有错误，尚未写入任何数据。${importChoices(job).good ? '可修改文件后重新上传，或只导入正确的行。' : '请修改文件后重新上传。'}`}
          style={{ marginBottom: 16 }}
        />
      )}
      {nothing && <Alert type="info" showIcon message="文件中没有需要新增或更新的数据" style={{ marginBottom: 16 }} />}
      {job.ignored && job.ignored.length > 0 && (
        <Alert type="info" showIcon message={`以下列不会导入：${job.ignored.join('、')}`} style={{ marginBottom: 16 }} />
      )}
      <Counts job={job} />
      {job.above && (
        <Typography.Paragraph type="secondary">
          其中{job.above.title}：新增 {job.above.add}，更新 {job.above.change}，不变 {job.above.same}
        </Typography.Paragraph>
      )}
      <Faults job={job} />
      {job.phase === 'ready' && <Changes job={job} />}
    </>
  )
}
