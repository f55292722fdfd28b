import { Tabs } from 'antd'
import { useBench, useView } from '../state/bench-context.ts'
import type { Tab } from '../state/at-hand.ts'

interface Props {
  readonly tab: Tab | 'all'
  /** How many results there are, if known. */
  readonly rosterTotal: number | undefined
  onTab(tab: Tab | 'all'): void
}

const titles: readonly (readonly [Tab | 'all', string])[] = [
  ['submitted', '提交的实验'],
  ['help', '求助请求'],
  ['history', '评分记录'],
  ['all', '全部结果'],
]

/** A count; its room while it is not known yet. */
function Count({ total, urgent }: { readonly total: number | undefined; readonly urgent?: boolean }) {
  if (total === undefined) return <span className="live-count-unknown" aria-hidden />
  return (
    <span className="live-count" data-urgent={(urgent && total > 0) || undefined}>
      {total}
    </span>
  )
}

export function BenchTabs({ tab, rosterTotal, onTab }: Props) {
  const bench = useBench()
  const totals = {
    submitted: useView(bench.submitted).total,
    help: useView(bench.help).total,
    history: useView(bench.history).total,
    all: rosterTotal,
  }
  return (
    <Tabs
      className="live-tabs"
      activeKey={tab}
      onChange={(key) => onTab(titles.find(([name]) => name === key)?.[0] ?? 'submitted')}
      items={titles.map(([name, title]) => ({
        key: name,
        label: (
          <>
            {title} {name === 'all' && rosterTotal === undefined ? null : <Count total={totals[name]} urgent={name === 'help'} />}
          </>
        ),
      }))}
    />
  )
}
