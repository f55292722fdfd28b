import { Flex, Select, Table, Tag } from 'antd'
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

/** The last requests of the node that answers, the newest first. */
export function HttpTrace() {
  const [method, setMethod] = useState<string>()
  const live = useLive('trace', () => api.get<{ readonly traces: readonly Trace[] }>('/actuator/httptrace'))
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
          <Table<Trace & { readonly key: number }>
            size="small"
            scroll={{ x: 860 }}
            pagination={{
              itemRender: pageTurn,
              pageSizeOptions: [10, 20, 30, 40, 100],
              showSizeChanger: true,
              showTotal: (total) => `共 ${total} 条`,
            }}
            dataSource={traces
              .filter(({ request }) => method === undefined || request.method === method)
              .map((trace, key) => ({ ...trace, key }))}
            columns={[
              { title: '请求时间', width: 180, render: (_, { timestamp }) => momentText(timestamp) },
              {
                title: '请求方法',
                width: 110,
                render: (_, { request }) => request.method,
              },
              { title: '请求URL', render: (_, { request }) => <span style={{ wordBreak: 'break-all' }}>{request.uri}</span> },
              { title: '响应状态', width: 100, render: (_, { response: { status } }) => <Tag color={statusColour(status)}>{status}</Tag> },
              { title: '请求耗时', width: 110, render: (_, { timeTaken }) => <Tag color={timeColour(timeTaken)}>{timeTaken} ms</Tag> },
              { title: '超时进度', width: 180, render: (_, { timeTaken }) => <WaitedShare milliseconds={timeTaken} /> },
            ]}
          />
        </Flex>
      )}
    </LiveView>
  )
}
