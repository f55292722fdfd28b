import { Alert, App, Button, Checkbox, Flex, Skeleton, Table, Tag, Typography, type TableProps } from 'antd'
import sumBy from 'lodash-es/sumBy.js'
import { useRef, useState } from 'react'
import useSWR from 'swr'
import { declaredCall, LoadFailed, tellRefusal, type PanelProps } from '../../../../engine/client/index.ts'
import type { FoundRow } from '../../../../engine/schema/index.ts'
import type { SessionPreview } from '../wire.ts'
import './seats.css'

const base = '/inspect/bhExperiGroup'

const timeOf = ({ startTime, endTime }: SessionPreview): string =>
  startTime && endTime
    ? `${startTime.slice(0, 16)} ~ ${endTime.slice(startTime.slice(0, 10) === endTime.slice(0, 10) ? 11 : 0, 16)}`
    : '时间未定'

const columns: TableProps<SessionPreview>['columns'] = [
  { title: '场次', dataIndex: 'groupName', width: 120, ellipsis: true },
  {
    title: '结果',
    key: 'problem',
    width: 190,
    render: (_, { problem }) =>
      problem ? <Typography.Text type="danger">{problem}</Typography.Text> : <Tag color="green">可以初始化</Tag>,
  },
  { title: '时间', key: 'time', width: 190, render: (_, session) => timeOf(session) },
  { title: '座位', key: 'seats', width: 70, align: 'right', render: (_, { places, problem }) => (problem ? '-' : places.length) },
  { title: '学生', dataIndex: 'students', width: 70, align: 'right', render: (count: number, { problem }) => (problem ? '-' : count) },
  {
    title: '设备',
    dataIndex: 'devices',
    width: 170,
    ellipsis: true,
    render: (devices: readonly string[], { problem }) => (problem ? '-' : `${devices.length} 台：${devices.join('、')}`),
  },
]

/** Who will sit where, by small group. */
function Places({ places }: Pick<SessionPreview, 'places'>) {
  return (
    <div className="seats-preview">
      {places.map(({ seatnum, groupSeatNum, facilityNum, studyNumber, realname }) => (
        <div key={seatnum}>
          <Typography.Text strong>{groupSeatNum}</Typography.Text>
          <Typography.Text type="secondary">{facilityNum}</Typography.Text>
          {realname ? `${realname} ${studyNumber}` : <Typography.Text type="secondary">空座位</Typography.Text>}
        </div>
      ))}
    </div>
  )
}

/** The preview for the chosen sessions, or all of the experiment, and the call that makes their seats. */
function useBatchSeatSetup({ rows = [], filters, reload, close }: PanelProps<FoundRow<'session'>>) {
  const app = App.useApp()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const request = rows.length > 0 ? { ids: rows.map((row) => row.id).join(',') } : { experiId: String(filters['experiId'] ?? '') }
  /** Each opening asks again, because an earlier preview may be out of date. */
  const [openedAt] = useState(() => Date.now())
  const { data, error, mutate } = useSWR<SessionPreview[], Error>(
    ['seats of sessions', openedAt, request.ids ?? '', request.experiId ?? ''],
    () => declaredCall(`${base}/planSeats`, request).post<SessionPreview[]>(),
    { revalidateOnFocus: false },
  )
  const possible = data?.filter(({ problem }) => problem === undefined) ?? []
  const refused = (data?.length ?? 0) - possible.length

  const start = async () => {
    if (running.current || !data) return
    running.current = true
    setBusy(true)
    try {
      const ids = data.map(({ id }) => id).join(',')
      const answer = await declaredCall(`${base}/initSeatsAll`, { ids, partly: refused > 0 ? 1 : 0 }).send()
      void app.message.success(refused > 0 ? `${answer.message}；${refused} 场未初始化` : answer.message)
      reload()
      close()
    } catch (refusal) {
      tellRefusal(app, refusal)
      running.current = false
      setBusy(false)
      void mutate()
    }
  }
  return { data, error, mutate, possible, refused, busy, start: () => void start() }
}

/** Makes the seats of the chosen sessions, or of all of the experiment, in one step; first shows what will be made and what prevents it. */
export function BatchSeatSetup(props: PanelProps<FoundRow<'session'>>) {
  const { data, error, mutate, possible, refused, busy, start } = useBatchSeatSetup(props)
  const [agreed, setAgreed] = useState(false)
  if (error) return <LoadFailed error={error} retry={mutate} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  return (
    <Flex vertical gap={16}>
      <Typography.Text>
        共 {data.length} 场，可以初始化 <b>{possible.length}</b> 场{refused > 0 && `，不能初始化 ${refused} 场`}
        ：将创建座位 {sumBy(possible, ({ places }) => places.length)} 个，就座学生 {sumBy(possible, ({ students }) => students)}{' '}
        人（按班级、学号）
      </Typography.Text>
      <Table<SessionPreview>
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={data}
        pagination={false}
        virtual={data.length > 60}
        scroll={{ x: 860, y: data.length > 60 ? 420 : undefined }}
        expandable={{
          rowExpandable: ({ problem }) => problem === undefined,
          expandedRowRender: ({ places }) => <Places places={places} />,
        }}
      />
      <Alert
        type="warning"
        showIcon
        message="初始化后座位不可更改，确定初始化吗?"
        description="座位、座次号和小组的划分一经生成便不能撤销或重新生成；座位上的学生、套件号仍可调整，直到场次有了考察结果。"
      />
      <Checkbox checked={agreed} disabled={possible.length === 0} onChange={(event) => setAgreed(event.target.checked)}>
        已核对以上座位、设备和学生
      </Checkbox>
      <Flex justify="end" wrap gap={8}>
        <Button onClick={props.close}>取消</Button>
        <Button type="primary" danger loading={busy} disabled={!agreed || possible.length === 0} onClick={start}>
          {refused > 0 ? `初始化可行的 ${possible.length} 场` : `确定初始化 ${possible.length} 场`}
        </Button>
      </Flex>
    </Flex>
  )
}
