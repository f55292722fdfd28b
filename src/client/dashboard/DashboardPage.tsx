import { Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart, MissingPart, useCurrentUser } from '../../../engine/client/index.ts'
import { welcome } from '../login/welcome.ts'
import { HomeStyle, useHomeStyle } from './HomeStyle.tsx'
import './dashboard.css'

const CountsHome = lazyPart(() => import('./CountsHome.tsx').then((file) => file.CountsHome), MissingPart)
const TeachingHome = lazyPart(() => import('./TeachingHome.tsx').then((file) => file.TeachingHome), MissingPart)
const StudentHome = lazyPart(() => import('./StudentHome.tsx').then((file) => file.StudentHome), MissingPart)
const ChartsHome = lazyPart(() => import('./ChartsHome.tsx').then((file) => file.ChartsHome), MissingPart)
const TasksHome = lazyPart(() => import('./TasksHome.tsx').then((file) => file.TasksHome), MissingPart)
const weekday = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'full', timeZone: 'Asia/Shanghai' })

/** The first style, by permissions: account managers see figures, markers see teaching, students see their sessions. */
function RoleHome() {
  const { permissions } = useCurrentUser()
  if (permissions.has('identity:user:view')) return <CountsHome />
  if (permissions.has('teaching:inspectionResult:edit')) return <TeachingHome />
  return permissions.has('teaching:inspectionResult:submit') ? <StudentHome /> : <CountsHome />
}

function Home() {
  const style = useHomeStyle()
  if (style === '2') return <ChartsHome />
  return style === '3' ? <TasksHome /> : <RoleHome />
}

/** The landing page: what the day holds for the signed-in user. Real figures only. */
export function DashboardPage() {
  const { realname } = useCurrentUser()
  const [now] = useState(() => new Date())
  return (
    <div className="dashboard">
      <header className="dashboard-head">
        <h1>{welcome(realname, now.getHours())}</h1>
        <div className="dashboard-side">
          <span>{weekday.format(now)}</span>
          <HomeStyle />
        </div>
      </header>
      <Suspense fallback={<Skeleton active />}>
        <Home />
      </Suspense>
    </div>
  )
}
