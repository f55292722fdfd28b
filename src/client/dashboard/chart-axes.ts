import type { GlobalToken } from 'antd'
import type { ChartOption } from './ChartBox.tsx'

export type Design = GlobalToken

/** Wider names are cut. */
const NAME_WIDTH = 128

interface Axes {
  readonly names: readonly string[]
  readonly isLine: boolean
  readonly isAcross?: boolean | undefined
}

/** Axes, legend and notes of a chart in the page's colours: names below and figures at the left, or the other way round. */
export function axesOf(token: Design, { names, isLine, isAcross }: Axes): ChartOption {
  const axisText = { color: token.colorTextSecondary, fontFamily: token.fontFamily }
  const named = {
    type: 'category',
    boundaryGap: !isLine,
    data: [...names],
    axisLabel: isAcross ? { ...axisText, width: NAME_WIDTH, overflow: 'truncate', interval: 0 } : axisText,
    axisLine: { lineStyle: { color: token.colorBorder } },
    axisTick: { show: false },
  }
  const figures = { type: 'value', minInterval: 1, axisLabel: axisText, splitLine: { lineStyle: { color: token.colorBorderSecondary } } }
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
    xAxis: isAcross ? figures : named,
    yAxis: isAcross ? { ...named, inverse: true, boundaryGap: true } : figures,
  }
}
