import type { FastifyInstance } from 'fastify'
import { ok, type Reader } from '../../../engine/server/index.ts'
import { dayAfter } from '../../teaching/calendar.ts'
import { dayText } from '../clock.ts'
import type { RouteDeps } from '../deps.ts'
import { homeCharts } from './home-charts.ts'
import { homeTasks } from './home-tasks.ts'
import { teachingDay } from './teaching-day.ts'

const SHOWN = 7

const visits = (db: Reader) => db.selectFrom('sys_login_log').where('kind', '=', 'login').where('ok', '=', 1)

/** Successful logins: all, today's, and how many addresses they came from today. */
async function loginInfo(db: Reader) {
  const today = dayText()
  const [total, now] = await Promise.all([
    visits(db)
      .select((e) => e.fn.countAll<number>().as('visits'))
      .executeTakeFirst(),
    visits(db)
      .select((e) => [e.fn.countAll<number>().as('visits'), e.fn.count<number>('ip').distinct().as('ips')])
      .where('day', '=', today)
      .executeTakeFirst(),
  ])
  return { totalVisitCount: total?.visits ?? 0, todayVisitCount: now?.visits ?? 0, todayIp: now?.ips ?? 0 }
}

/** Logins of the last seven days, ending today; days without logins are included with zeros so that charts always have seven points. */
async function visitInfo(db: Reader) {
  const days = Array.from({ length: SHOWN }, (_, index) => dayAfter(dayText(), index - SHOWN + 1))
  const rows = await visits(db)
    .select((e) => ['day', e.fn.countAll<number>().as('visits'), e.fn.count<number>('ip').distinct().as('ips')])
    .where('day', 'in', days)
    .groupBy('day')
    .execute()
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => ({ tian: day, type: day.slice(5), visit: byDay.get(day)?.visits ?? 0, ip: byDay.get(day)?.ips ?? 0 }))
}

/** The figures of the landing page. */
export function dashboardRoutes(app: FastifyInstance, { engine, config: { dataDir } }: RouteDeps): void {
  const config = { permission: 'login' }
  app.get('/api/sys/loginfo', { config }, async () => ok(await loginInfo(engine.db.read)))
  const marks = `${engine.model('inspectionResult').permission}:edit`
  app.get('/api/sys/teachingDay', { config: { permission: marks } }, async ({ actor }) => ok(await teachingDay(engine, actor)))
  app.get('/api/sys/homeCharts', { config }, async ({ actor }) => ok(await homeCharts({ engine, actor, dataDir })))
  app.get('/api/sys/homeTasks', { config }, async ({ actor }) => ok(await homeTasks(engine, actor)))
  app.get('/api/sys/visitInfo', { config }, async () => ok(await visitInfo(engine.db.read)))
}
