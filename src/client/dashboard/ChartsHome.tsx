import { Empty, theme } from 'antd'
import { useMemo } from 'react'
import useSWR from 'swr'
import { api } from '../../../engine/client/index.ts'
import type { HomeChart } from '../../dashboard/home-figures.ts'
import { ChartBox, type ChartOption } from './ChartBox.tsx'
import { axesOf, type Design } from './chart-axes.ts'
import { DashboardPanel } from './DashboardPanel.tsx'

function optionOf({ kind, names, series, unit, isAcross }: HomeChart, token: Design): ChartOption {
  const colours = [token.colorPrimary, token.colorSuccess, token.colorWarning]
  const shape = (index: number) => ({
    itemStyle: { color: colours[index % colours.length] },
    ...(kind === 'line' ? { type: 'line', smooth: 0.4, smoothMonotone: 'x', symbolSize: 7 } : { type: 'bar', barMaxWidth: 24 }),
    ...(kind === 'stack' ? { stack: 'all' } : {}),
  })
  const lines = series.map(({ name, values }, index) => ({ ...shape(index), name: unit ? `${name}（${unit}）` : name, data: [...values] }))
  return { ...axesOf(token, { names, isLine: kind === 'line', isAcross }), series: lines }
}

const isBare = ({ series }: HomeChart): boolean => series.every(({ values }) => values.every((value) => value === 0))

const wordsOf = ({ title, names, series, unit }: HomeChart): string =>
  `${title}：${names.map((name, index) => `${name} ${series.map((one) => `${one.name} ${one.values[index] ?? 0} ${unit}`).join(' ')}`).join('，')}`

function Chart({ chart }: { readonly chart: HomeChart }) {
  const { token } = theme.useToken()
  const option = useMemo(() => optionOf(chart, token), [chart, token])
  return <ChartBox option={option} label={wordsOf(chart)} />
}

/** The figures of the role as charts: marking for teachers, visits, accounts, jobs and storage for administrators, scores for students. */
export function ChartsHome() {
  const { data, error, isLoading, mutate } = useSWR<readonly HomeChart[], Error>('/sys/homeCharts', (url: string) =>
    api.get<readonly HomeChart[]>(url),
  )
  if (!data) return <DashboardPanel title="统计图表" loading={isLoading} error={error} onRetry={() => void mutate()} />
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="当前角色没有统计图表" />
  return (
    <div className="home-charts">
      {data.map((chart) => (
        <DashboardPanel key={chart.title} title={chart.title} loading={false} empty={isBare(chart) && '还没有数据。'}>
          <Chart chart={chart} />
        </DashboardPanel>
      ))}
    </div>
  )
}
