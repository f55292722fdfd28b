import { Card, Tabs } from 'antd'
import { SeenRowsTab } from './SeenRowsTab.tsx'
import { WhoMayTab } from './WhoMayTab.tsx'
import { WhyTab } from './WhyTab.tsx'
import './permissions.css'

/** Answers questions about rights: why somebody may not, who may, and what somebody sees. */
export function PermissionQuery() {
  return (
    <Card>
      <Tabs
        items={[
          { key: 'why', label: '为什么可以或不可以', children: <WhyTab /> },
          { key: 'who', label: '谁可以对这条记录做什么', children: <WhoMayTab /> },
          { key: 'rows', label: '该用户能看到哪些记录', children: <SeenRowsTab /> },
        ]}
      />
    </Card>
  )
}
