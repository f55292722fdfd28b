import { Flex, Grid, Select, Table, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { api, pageTurn } from '../../../engine/client/index.ts'
import { LiveView } from './LiveView.tsx'
import { momentText } from './moment-text.ts'
import { statusColour, timeColour } from './trace-colours.ts'
import { WaitedShare } from './WaitedShare.tsx'
import { useLive } from './use-live.ts'

interface Trace {
  readonly timestamp: string
  readonly request: { readonly method: string; readonly uri: string }
  readonly response: { readonly status: number }
  readonly timeTaken: number
}

const methods = ['GET', 'POST', 'PUT', 'DELETE']

type Row = Trace & { readonly key: number }

const Status = ({ response: { status } }: Trace) => <Tag color={statusColour(status)}>{status}</Tag>
const Taken = ({ timeTaken }: Trace) => <Tag color={timeColour(timeTaken)}>{timeTaken} ms</Tag>
const Address = ({ request }: Trace) => <span style={{ wordBreak: 'break-all' }}>{request.uri}</span>

const columns: TableColumnsType<Row> = [
  { title: '请求时间', width: 180, render: (_, { timestamp }) => momentText(timestamp) },
  { title: '请求方法', width: 110, render: (_, { request }) => request.method },
  { title: '请求URL', render: (_, trace) => <Address {...trace} /> },
  { title: '响应状态', width: 100, render: (_, trace) => <Status {...trace} /> },
  { title: '请求耗时', width: 110, render: (_, trace) => <Taken {...trace} /> },
  { title: '超时进度', width: 180, render: (_, { timeTaken }) => <WaitedShare milliseconds={timeTaken} /> },
]

/** On a telephone all of a request stands below each other. */
const narrow: TableColumnsType<Row> = [
  {
    title: '请求',
    render: (_, trace) => (
      <Flex vertical gap={4}>
        <Flex gap={4} align="center" wrap>
          <span style={{ minWidth: 56 }}>{trace.request.method}</span>
          <Status {...trace} />
          <Taken {...trace} />
        </Flex>
        <Address {...trace} />
        <Flex gap={16} align="center" wrap>
          <span>{momentText(trace.timestamp)}</span>
          <div style={{ flex: 1, minWidth: 80 }}>
            <WaitedShare milliseconds={trace.timeTaken} />
          </div>
        </Flex>
      </Flex>
    ),
  },
]

/** The last requests of the node that answers, the newest first. */
export function HttpTrace() {
  const [method, setMethod] = useState<string>()
  const isNarrow = Grid.useBreakpoint().sm === false
  const live = useLive('trace', () => api.get<{ readonly node: string; readonly traces: readonly Trace[] }>('/actuator/httptrace'))
  return (
    <LiveView live={live} failure="获取HTTP信息失败">
      {({ traces }) => (
        <Flex vertical gap={12}>
          <Select
            aria-label="请求方法"
            allowClear
            placeholder="全部请求方法"
            value={method}
            onChange={setMethod}
            options={methods.map((value) => ({ value, label: value }))}
            style={{ width: 160 }}
          />
          <Table<Row>
            size="small"
            scroll={isNarrow ? undefined : { x: 860 }}
            pagination={{
              itemRender: pageTurn,
              pageSizeOptions: [10, 20, 30, 40, 100],
              showSizeChanger: true,
              showQuickJumper: true,
              showTotal: (total) => `共 ${total} 条`,
            }}
            dataSource={traces
              .filter(({ request }) => method === undefined || request.method === method)
              .map((trace, key) => ({ ...trace, key }))}
            columns={isNarrow ? narrow : columns}
          />
        </Flex>
      )}
    </LiveView>
  )
}
