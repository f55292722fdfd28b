import { Card, Col, Row, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../../engine/client/index.ts'
import { welcome } from '../login/welcome.ts'
import { Figures } from './Figures.tsx'
import { QuickLinks } from './QuickLinks.tsx'
import { VisitFigures } from './VisitFigures.tsx'

const VisitChart = lazy(() => import('./VisitChart.tsx').then((file) => ({ default: file.VisitChart })))
const weekday = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'full', timeZone: 'Asia/Shanghai' })

/** The landing page: what there is, who came, and the ways on. Real figures only. */
export function DashboardPage() {
  const { user } = useSession()
  const [now] = useState(() => new Date())
  return (
    <div className="dashboard">
      <header className="dashboard-head">
        <h1>{welcome(user.realname, now.getHours())}</h1>
        <span>{weekday.format(now)}</span>
      </header>
      <Figures />
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={16}>
          <Card title="最近七天访问" className="fill-height">
            <VisitFigures />
            <Suspense fallback={<Skeleton active className="chart-box" />}>
              <VisitChart />
            </Suspense>
          </Card>
        </Col>
        <Col xs={24} xl={8}>
          <Card title="快捷入口" className="fill-height">
            <QuickLinks />
          </Card>
        </Col>
      </Row>
    </div>
  )
}
