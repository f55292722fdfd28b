import { Table, Tag } from 'antd'
import { api } from '../../../engine/client/index.ts'
import { LiveView } from './LiveView.tsx'
import type { MeasuredMetric, MetricPage } from './metric-rows.ts'
import { useLive } from './use-live.ts'

interface Answer {
  readonly node: string
  readonly figures: readonly MeasuredMetric[]
}

/** All figures of a page at once, from one node; one that fails fails the page. */
async function readAll({ rows }: MetricPage) {
  const names = [...new Set(rows.map(({ metric }) => metric))].join()
  const { node, figures } = await api.get<Answer>(`/sys/actuator/figures?names=${names}`)
  return { node, figures: new Map(figures.map((one) => [one.name, one])) }
}

/** A page of figures: each metric, what it is, and its value now. */
export function MetricTable({ page }: { readonly page: MetricPage }) {
  const live = useLive(page.title, () => readAll(page))
  return (
    <LiveView live={live} failure={page.failure}>
      {({ figures }) => (
        <Table
          size="small"
          pagination={false}
          dataSource={page.rows.map(({ metric, text, show, place = 0 }) => {
            const value = figures.get(metric)?.measurements[place]?.value
            return { key: `${metric}/${place}`, metric, text, value: value === undefined ? '-' : show(value) }
          })}
          columns={[
            {
              title: '参数',
              dataIndex: 'metric',
              render: (metric: string) => <Tag style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{metric}</Tag>,
            },
            { title: '描述', dataIndex: 'text' },
            { title: '当前值', dataIndex: 'value', align: 'right' },
          ]}
        />
      )}
    </LiveView>
  )
}
