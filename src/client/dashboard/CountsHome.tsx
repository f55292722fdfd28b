import { Card, Col, Row, Skeleton } from 'antd'
import { Suspense } from 'react'
import { lazyPart, MissingPart, useCurrentUser } from '../../../engine/client/index.ts'
import { Figures } from './Figures.tsx'
import { QuickLinks } from './QuickLinks.tsx'
import { VisitFigures } from './VisitFigures.tsx'

const VisitChart = lazyPart(() => import('./VisitChart.tsx').then((file) => file.VisitChart), MissingPart)

/** Counts and quick links; account managers also see the logins. */
export function CountsHome() {
  const isManager = useCurrentUser().permissions.has('identity:user:view')
  return (
    <>
      <Figures />
      <Row gutter={[16, 16]}>
        {isManager && (
          <Col xs={24} xl={16}>
            <Card title="最近七天访问" className="fill-height visits">
              <VisitFigures />
              <Suspense fallback={<Skeleton active className="chart-box" />}>
                <VisitChart />
              </Suspense>
            </Card>
          </Col>
        )}
        <Col xs={24} xl={isManager ? 8 : 24}>
          <Card title="快捷入口" className="fill-height">
            <QuickLinks />
          </Card>
        </Col>
      </Row>
    </>
  )
}
