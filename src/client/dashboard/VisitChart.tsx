import { Button, Empty, Skeleton, theme } from 'antd'
import { useMemo } from 'react'
import useSWR from 'swr'
import { api } from '../../../engine/client/index.ts'
import { ChartBox, type ChartOption } from './ChartBox.tsx'
import { axesOf, type Design } from './chart-axes.ts'
import { lastSevenDays, todayIn, type Visit } from './figures.ts'

function toOption(days: readonly Visit[], token: Design): ChartOption {
  const line = (name: string, values: readonly number[], colour: string, filled: boolean) => ({
    name,
    type: 'line',
    smooth: 0.4,
    smoothMonotone: 'x',
    symbolSize: 7,
    data: values,
    itemStyle: { color: colour },
    areaStyle: filled ? { color: colour, opacity: 0.12 } : undefined,
  })
  return {
    ...axesOf(token, { names: days.map((day) => day.tian.slice(5)), isLine: true }),
    series: [
      line(
        '访问次数',
        days.map((day) => day.visit),
        token.colorPrimary,
        true,
      ),
      line(
        'IP 数',
        days.map((day) => day.ip),
        token.colorSuccess,
        false,
      ),
    ],
  }
}

function LineOf({ days }: { readonly days: readonly Visit[] }) {
  const { token } = theme.useToken()
  const option = useMemo(() => toOption(days, token), [days, token])
  const text = days.map((day) => `${day.tian} 访问 ${day.visit} 次`).join('，')
  return <ChartBox option={option} label={`最近七天访问：${text}`} />
}

/** Logins and addresses of the last seven days. */
export function VisitChart() {
  const { data, error, mutate } = useSWR('/sys/visitInfo', async (url: string) =>
    lastSevenDays(await api.get<readonly Visit[]>(url), todayIn()),
  )
  if (error) {
    return (
      <Empty description="访问数据加载失败">
        <Button onClick={() => void mutate()}>重试</Button>
      </Empty>
    )
  }
  return data ? <LineOf days={data} /> : <Skeleton active className="chart-box" />
}
