import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type EChartsCoreOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

register([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

export type ChartOption = EChartsCoreOption

/** A chart as wide as its place; the label says its figures to those who do not see it. */
export function ChartBox({ option, label }: { readonly option: ChartOption; readonly label: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return
    const chart = init(box.current, undefined, { renderer: 'svg' })
    chart.setOption(option)
    const watcher = new ResizeObserver(() => chart.resize())
    watcher.observe(box.current)
    return () => {
      watcher.disconnect()
      chart.dispose()
    }
  }, [option])
  return <div ref={box} className="chart-box" role="img" aria-label={label} />
}
