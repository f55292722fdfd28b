import { Button, Empty, Skeleton, theme } from 'antd'
import { LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type EChartsCoreOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import useSWR from 'swr'
import { api } from '../../../engine/client/index.ts'
import { lastSevenDays, todayIn, type Visit } from './figures.ts'

register([LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

type Design = ReturnType<typeof theme.useToken>['token']

function toOption(days: readonly Visit[], token: Design): EChartsCoreOption {
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
  const axisText = { color: token.colorTextSecondary, fontFamily: token.fontFamily }
  return {
    textStyle: { fontFamily: token.fontFamily },
    grid: { left: 8, right: 16, top: 36, bottom: 4, containLabel: true },
    legend: { top: 0, right: 0, textStyle: axisText, icon: 'roundRect', itemWidth: 12, itemHeight: 4 },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      backgroundColor: token.colorBgElevated,
      borderColor: token.colorBorderSecondary,
      textStyle: { color: token.colorText },
    },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: days.map((day) => day.tian.slice(5)),
      axisLabel: axisText,
      axisLine: { lineStyle: { color: token.colorBorder } },
      axisTick: { show: false },
    },
    yAxis: { type: 'value', minInterval: 1, axisLabel: axisText, splitLine: { lineStyle: { color: token.colorBorderSecondary } } },
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
  const box = useRef<HTMLDivElement>(null)
  const { token } = theme.useToken()
  useEffect(() => {
    if (!box.current) return
    const chart = init(box.current, undefined, { renderer: 'svg' })
    chart.setOption(toOption(days, token))
    const watcher = new ResizeObserver(() => chart.resize())
    watcher.observe(box.current)
    return () => {
      watcher.disconnect()
      chart.dispose()
    }
  }, [days, token])
  const text = days.map((day) => `${day.tian} 访问 ${day.visit} 次`).join('，')
  return <div ref={box} className="chart-box" role="img" aria-label={`最近七天访问：${text}`} />
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
