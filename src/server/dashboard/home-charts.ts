import { sql } from 'kysely'
import type { Actor, Engine, RegisteredName } from '../../../engine/server/index.ts'
import { SCORED, SUBMITTED } from '../../../schemas/teaching/submission-states.ts'
import type { HomeChart } from '../../dashboard/home-figures.ts'
import { dayAfter } from '../../teaching/calendar.ts'
import { dayText, timeText } from '../clock.ts'
import { disksOf } from '../monitor/disks.ts'
import type { jobDays } from './job-days.ts'

const DAYS = 7
const MOST_COURSES = 8
const MOST_SCORES = 12
const GIGABYTE = 1024 ** 3

interface Asked {
  readonly engine: Engine
  readonly actor: Actor
  readonly dataDir: string
  /** The runs of jobs on a day, by outcome. */
  readonly runsOf: ReturnType<typeof jobDays>
}

/** A chart, and what somebody must be allowed to do in an entity to see it. */
interface ChartSource {
  readonly entity: RegisteredName
  readonly right: string
  read(asked: Asked): Promise<HomeChart>
}

interface Counted {
  readonly day: string
  readonly count: number | string
}

/** The last seven days, today last. */
const lastDays = (): readonly string[] => Array.from({ length: DAYS }, (_, index) => dayAfter(dayText(), index - DAYS + 1))

/** A value for each day; a day without rows has 0. */
function perDay(name: string, rows: readonly Counted[], days: readonly string[]) {
  const byDay = new Map(rows.map(({ day, count }) => [day, Number(count)]))
  return { name, values: days.map((day) => byDay.get(day) ?? 0) }
}

const monthDay = (day: string): string => day.slice(5)

async function marking({ engine, actor }: Asked): Promise<HomeChart> {
  const days = lastDays()
  const visible = engine.visible(engine.model('inspectionResult'), actor)
  const counted = (time: 'submit_time' | 'mark_time', states: readonly (typeof SUBMITTED | typeof SCORED)[]): Promise<Counted[]> => {
    const day = sql<string>`substr(${sql.ref(`t.${time}`)}, 1, 10)`
    return engine.db.read
      .selectFrom('bh_inspection_result as t')
      .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')])
      .where('t.submit_status', 'in', states)
      .where(`t.${time}`, '>=', days[0] ?? '')
      .where(visible)
      .groupBy(day)
      .execute()
  }
  const [submitted, marked] = await Promise.all([counted('submit_time', [SUBMITTED, SCORED]), counted('mark_time', [SCORED])])
  const series = [perDay('提交', submitted, days), perDay('评分', marked, days)]
  return { title: '最近七天提交与评分', kind: 'bar', unit: '份', names: days.map(monthDay), series }
}

async function progress({ engine, actor }: Asked): Promise<HomeChart> {
  const courses = await engine.db.read
    .selectFrom('bh_course as t')
    .select(['t.course_id as id', 't.course_title as title'])
    .where(engine.visible(engine.model('course'), actor))
    .orderBy('t.create_time', 'desc')
    .orderBy('t.course_id', 'desc')
    .limit(MOST_COURSES)
    .execute()
  const ids = courses.map(({ id }) => id)
  const rows = ids.length
    ? await engine.db.read
        .selectFrom('bh_inspection_result as t')
        .select(({ fn }) => ['t.course_id as course', 't.submit_status as state', fn.countAll<number>().as('count')])
        .where('t.course_id', 'in', ids)
        .where(engine.visible(engine.model('inspectionResult'), actor))
        .groupBy(['t.course_id', 't.submit_status'])
        .execute()
    : []
  const values = (state: number) =>
    ids.map((id) => Number(rows.find(({ course, state: has }) => course === id && has === state)?.count ?? 0))
  const series = [
    { name: '已评分', values: values(SCORED) },
    { name: '待评分', values: values(SUBMITTED) },
  ]
  return { title: '各课程评分进度', kind: 'stack', isAcross: true, unit: '份', names: courses.map(({ title }) => title), series }
}

async function visits({ engine }: Asked): Promise<HomeChart> {
  const days = lastDays()
  const rows = await engine.db.read
    .selectFrom('sys_login_log')
    .select(({ fn }) => ['day', fn.countAll<number>().as('count'), fn.count<number>('ip').distinct().as('ips')])
    .where('kind', '=', 'login')
    .where('ok', '=', 1)
    .where('day', 'in', days)
    .groupBy('day')
    .execute()
  const ips = rows.map(({ day, ips: count }) => ({ day, count }))
  return {
    title: '最近七天访问',
    kind: 'line',
    unit: '',
    names: days.map(monthDay),
    series: [perDay('访问次数', rows, days), perDay('IP 数', ips, days)],
  }
}

async function people({ engine, actor }: Asked): Promise<HomeChart> {
  // Not those in the bin, who keep their roles there.
  const seen = engine.visible(engine.model('user'), actor)
  const rows = await engine.db.read
    .selectFrom('sys_role as r')
    .select('r.role_name as name')
    .select(({ selectFrom, fn }) =>
      selectFrom('sys_user_role as u')
        .innerJoin('sys_user as t', 't.id', 'u.user_id')
        .select(fn.countAll<number>().as('count'))
        .whereRef('u.role_id', '=', 'r.id')
        .where(seen)
        .as('count'),
    )
    .orderBy('r.create_time')
    .orderBy('r.id')
    .limit(MOST_SCORES)
    .execute()
  const series = [{ name: '用户', values: rows.map(({ count }) => Number(count ?? 0)) }]
  return { title: '各角色人数', kind: 'bar', isAcross: true, unit: '人', names: rows.map(({ name }) => name), series }
}

async function jobRuns({ runsOf }: Asked): Promise<HomeChart> {
  const days = lastDays()
  const counted = await Promise.all(days.map(runsOf))
  const of = (outcome: string) => counted.map((runs) => runs.get(outcome) ?? 0)
  const series = [
    { name: '成功', values: of('done') },
    { name: '失败', values: of('failed') },
  ]
  return { title: '最近七天定时任务', kind: 'stack', unit: '次', names: days.map(monthDay), series }
}

async function storage({ dataDir }: Asked): Promise<HomeChart> {
  const disks = await disksOf(dataDir)
  const gigabytes = (bytes: number) => Math.round((bytes / GIGABYTE) * 10) / 10
  const series = [
    { name: '已用', values: disks.map(({ max, rest }) => gigabytes(max - rest)) },
    { name: '可用', values: disks.map(({ rest }) => gigabytes(rest)) },
  ]
  return { title: '存储空间', kind: 'stack', isAcross: true, unit: 'GB', names: disks.map(({ name }) => name), series }
}

async function ownScores({ engine, actor }: Asked): Promise<HomeChart> {
  const rows = await engine.db.read
    .selectFrom('bh_inspection_result as t')
    .innerJoin('bh_inspection as i', 'i.id', 't.inspection_id')
    .select(['t.id', 'i.inspect_name as name'])
    .where('t.stu_id', '=', actor.id)
    .where('t.submit_status', '=', SCORED)
    .where('t.mark_time', '<=', timeText())
    .where('t.score', 'is not', null)
    .where(engine.visible(engine.model('inspectionResult'), actor))
    .orderBy('t.mark_time', 'desc')
    .orderBy('t.id')
    .limit(MOST_SCORES)
    .execute()
  const oldest = rows.toReversed()
  // As the entity gives it: a decimal is stored otherwise.
  const scores = await engine.findMany(
    'inspectionResult',
    oldest.map(({ id }) => id),
    actor,
  )
  const byId = new Map(scores.map(({ id, score }) => [id, Number(score)]))
  const series = [{ name: '成绩', values: oldest.map(({ id }) => byId.get(id) ?? 0) }]
  return { title: '最近的成绩', kind: 'bar', isAcross: true, unit: '分', names: oldest.map(({ name }) => name), series }
}

const sources: readonly ChartSource[] = [
  { entity: 'inspectionResult', right: 'edit', read: marking },
  { entity: 'inspectionResult', right: 'edit', read: progress },
  { entity: 'inspectionResult', right: 'submit', read: ownScores },
  { entity: 'user', right: 'view', read: visits },
  { entity: 'role', right: 'view', read: people },
  { entity: 'scheduledJob', right: 'view', read: jobRuns },
  { entity: 'log', right: 'disk', read: storage },
]

/** The charts that somebody may see, each from what is stored now. */
export function homeCharts(asked: Asked): Promise<readonly HomeChart[]> {
  const { engine, actor } = asked
  const mine = sources.filter(({ entity, right }) => actor.permissions.has(`${engine.model(entity).permission}:${right}`))
  return Promise.all(mine.map(({ read }) => read(asked)))
}
