import { theme } from 'antd'
import { LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type ECharts } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { LivePoint } from './points.ts'

register([LineChart, GridComponent, TooltipComponent, SVGRenderer])

interface Props {
  readonly title: string
  readonly points: readonly LivePoint[]
  /** What the axis has above and below the values. */
  readonly padding: number
}

/** The last values of a figure as an area. */
export function LiveChart({ title, points, padding }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | undefined>(undefined)
  const { token } = theme.useToken()
  useEffect(() => {
    if (!box.current) return
    const made = init(box.current, undefined, { renderer: 'svg' })
    chart.current = made
    const resized = new ResizeObserver(() => made.resize())
    resized.observe(box.current)
    return () => {
      resized.disconnect()
      made.dispose()
    }
  }, [])
  useEffect(() => {
    const values = points.map(({ value }) => value)
    const axisText = { color: token.colorTextSecondary, fontFamily: token.fontFamily }
    chart.current?.setOption({
      animation: false,
      grid: { left: 8, right: 24, top: 16, bottom: 4, containLabel: true },
      tooltip: { trigger: 'axis', renderMode: 'richText' },
      xAxis: { type: 'category', boundaryGap: false, data: points.map(({ at }) => at), axisLabel: axisText },
      yAxis: {
        type: 'value',
        min: Math.max(0, Math.floor(Math.min(...values) - padding)),
        max: Math.ceil(Math.max(...values) + padding),
        axisLabel: axisText,
        splitLine: { lineStyle: { color: token.colorBorderSecondary } },
      },
      series: [{ type: 'line', data: values, itemStyle: { color: token.colorPrimary }, areaStyle: { opacity: 0.15 } }],
    })
  }, [points, padding, token])
  const last = points.at(-1)
  return (
    <figure style={{ margin: 0, flex: '1 1 320px', minWidth: 0 }}>
      <figcaption>{title}</figcaption>
      <div ref={box} role="img" aria-label={`${title}，现在 ${last?.value ?? '-'}`} style={{ height: 220 }} />
    </figure>
  )
}
