import type { GlobalToken } from 'antd'
import type { ChartOption } from './ChartBox.tsx'

export type Design = GlobalToken

/** Axes, legend and notes of a chart with names below and figures at the left, in the page's colours. */
export function axesOf(token: Design, { names, isLine }: { readonly names: readonly string[]; readonly isLine: boolean }): ChartOption {
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
      boundaryGap: !isLine,
      data: [...names],
      axisLabel: axisText,
      axisLine: { lineStyle: { color: token.colorBorder } },
      axisTick: { show: false },
    },
    yAxis: { type: 'value', minInterval: 1, axisLabel: axisText, splitLine: { lineStyle: { color: token.colorBorderSecondary } } },
  }
}
