import { Card, Tabs } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { CacheMonitor } from './CacheMonitor.tsx'
import { DiskMonitor } from './DiskMonitor.tsx'
import { HttpTrace } from './HttpTrace.tsx'
import { MetricTable } from './MetricTable.tsx'
import { runtimePage, serverPage, sessionPage } from './metric-rows.ts'

const tabs = [
  { key: 'server', label: serverPage.title, children: <MetricTable page={serverPage} /> },
  { key: 'runtime', label: runtimePage.title, children: <MetricTable page={runtimePage} /> },
  { key: 'sessions', label: sessionPage.title, children: <MetricTable page={sessionPage} /> },
  { key: 'trace', label: '请求追踪', children: <HttpTrace /> },
  { key: 'cache', label: 'Redis监控', children: <CacheMonitor /> },
  { key: 'disk', label: '磁盘监控', children: <DiskMonitor /> },
]

/** LiveRead figures of the node that answers, each kind on a tab; only the open one asks. */
export function MonitorPage() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  return (
    <Card>
      <Tabs
        activeKey={tabs.find(({ key }) => key === asked)?.key ?? 'server'}
        destroyOnHidden
        onChange={(tab) => setSearch({ tab })}
        items={tabs}
      />
    </Card>
  )
}
