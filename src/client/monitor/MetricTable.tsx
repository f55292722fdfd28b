import { Table, Tag } from 'antd'
import { api } from '../../../engine/client/index.ts'
import { LiveView } from './LiveView.tsx'
import type { MeasuredMetric, MetricPage } from './metric-rows.ts'
import { useLive } from './use-live.ts'

/** All figures of a page at once; one that fails fails the page. */
async function readAll({ rows }: MetricPage): Promise<ReadonlyMap<string, MeasuredMetric>> {
  const names = [...new Set(rows.map(({ metric }) => metric))]
  const all = await Promise.all(names.map((name) => api.get<MeasuredMetric>(`/actuator/metrics/${name}`)))
  return new Map(all.map((one) => [one.name, one]))
}

/** A page of figures: each metric, what it is, and its value now. */
export function MetricTable({ page }: { readonly page: MetricPage }) {
  const live = useLive(page.title, () => readAll(page))
  return (
    <LiveView live={live} failure={page.failure}>
      {(figures) => (
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
