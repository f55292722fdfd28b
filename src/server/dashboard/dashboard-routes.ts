import type { FastifyInstance } from 'fastify'
import { ok, type ImportsOf } from '../../../engine/server/index.ts'
import type { RouteDeps } from '../deps.ts'
import { homeCharts } from './home-charts.ts'
import { homeTasks } from './home-tasks.ts'
import { jobDays } from './job-days.ts'
import { teachingDay } from './teaching-day.ts'
import { loginInfo, visitInfo } from './visits.ts'

/** The figures of the landing page. */
export function dashboardRoutes(
  app: FastifyInstance,
  { engine, imports, config: { dataDir } }: RouteDeps & { readonly imports: ImportsOf },
): void {
  const config = { permission: 'login' }
  const runsOf = jobDays(engine.db.read)
  // Who signs in concerns those who manage accounts, as the chart of the same figures does.
  const counts = { permission: `${engine.model('user').permission}:view` }
  app.get('/api/sys/loginfo', { config: counts, schema: { summary: '首页：访问统计' } }, async () => ok(await loginInfo(engine.db.read)))
  const marks = `${engine.model('inspectionResult').permission}:edit`
  // An open home page asks for these again and again, which keeps nobody signed in.
  app.get(
    '/api/sys/teachingDay',
    { config: { permission: marks, isBackground: true }, schema: { summary: '首页：今天的课程' } },
    async ({ actor }) => ok(await teachingDay(engine, actor)),
  )
  app.get('/api/sys/homeCharts', { config, schema: { summary: '首页：图表' } }, async ({ actor }) =>
    ok(await homeCharts({ engine, actor, dataDir, runsOf })),
  )
  app.get('/api/sys/homeTasks', { config: { ...config, isBackground: true }, schema: { summary: '首页：任务' } }, async ({ actor }) =>
    ok(await homeTasks({ engine, imports, actor })),
  )
  app.get('/api/sys/visitInfo', { config: counts, schema: { summary: '首页：每日访问量' } }, async () =>
    ok(await visitInfo(engine.db.read)),
  )
}
