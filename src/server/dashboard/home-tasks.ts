import { sql } from 'kysely'
import type { Actor, Engine, ImportsOf, RegisteredName } from '../../../engine/server/index.ts'
import { ABSENT, NOT_SUBMITTED } from '../../../schemas/teaching/submission-states.ts'
import type { HomeTask } from '../../dashboard/home-figures.ts'
import { dayAfter, secondsFrom } from '../../teaching/calendar.ts'
import type { Place } from '../../dashboard/teaching-day.ts'
import { dayText } from '../clock.ts'
import { waitingHelpOf, place, seenBy, unmarkedOf, type VisibleRows } from './teaching-day.ts'

/** What was handed in is to be marked within a week. */
const MARK_WITHIN = 7
const MOST = 60
const DAY = 86_400

interface Asked {
  readonly engine: Engine
  readonly actor: Actor
  readonly now: string
}

/** Tasks of one kind, and what somebody must be allowed to do in an entity to have them. */
interface TaskSource {
  readonly entity: RegisteredName
  readonly right: string
  read(seen: VisibleRows, asked: Asked): Promise<HomeTask[]>
}

/** What leads to a session on a screen. */
const queryOf = ({ semester, courseId, experiId, experiGroupId }: Place): Readonly<Record<string, string>> => ({
  ...(semester === null ? {} : { semester }),
  courseId,
  experiId,
  experiGroupId,
})
const titleOf = ({ experiName, groupName }: Place): string => `${experiName} · ${groupName}`

async function marking(seen: VisibleRows): Promise<HomeTask[]> {
  const { places } = await unmarkedOf(seen, MOST)
  return places.flatMap((one) => {
    const due = dayAfter((one.since ?? dayText()).slice(0, 10), MARK_WITHIN)
    const task = {
      id: `marking ${one.experiGroupId}`,
      panel: 'todo' as const,
      kind: '评分',
      title: titleOf(one),
      place: one.courseTitle,
      count: one.count,
      left: Math.round(secondsFrom(`${dayText()} 00:00:00`, `${due} 00:00:00`) / DAY),
      screen: 'inspectionWorkbench',
      query: queryOf(one),
    }
    return task.left <= 0 ? [task, { ...task, id: `late ${task.id}`, panel: 'supervised' as const }] : [task]
  })
}

async function help(seen: VisibleRows, { now, actor }: Asked): Promise<HomeTask[]> {
  const { requests } = await waitingHelpOf(seen, now, MOST)
  return requests.map((request) => ({
    id: `help ${request.id}`,
    panel: request.takerId === actor.id ? 'doing' : 'todo',
    kind: '求助',
    title: [request.realname, request.content].filter(Boolean).join('：'),
    place: titleOf(request),
    count: 1,
    left: 0,
    screen: 'inspectionWorkbench',
    query: { ...queryOf(request), tab: '2' },
  }))
}

/** Lessons under way. */
async function lessons({ db, visible }: VisibleRows, { now }: Asked): Promise<HomeTask[]> {
  const rows = await db
    .selectFrom('bh_experi_group as t')
    .innerJoin('bh_course as c', 'c.course_id', 't.course_id')
    .innerJoin('bh_experi as e', 'e.id', 't.experi_id')
    .select([...place, 't.id as experiGroupId', 't.group_name as groupName'])
    .select(({ selectFrom, fn }) =>
      selectFrom('bh_experi_group_stu as m')
        .select(fn.countAll<number>().as('people'))
        .whereRef('m.experi_group_id', '=', 't.id')
        .as('people'),
    )
    .where('t.start_time', '<=', now)
    .where('t.start_time', '>=', dayText())
    .where('t.end_time', '>=', now)
    .where(visible('session'))
    .orderBy('t.start_time')
    .orderBy('t.id')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({
    id: `lesson ${row.experiGroupId}`,
    panel: 'doing',
    kind: '上课',
    title: titleOf(row),
    place: row.courseTitle,
    count: Number(row.people ?? 0),
    screen: 'inspectionWorkbench',
    query: queryOf(row),
  }))
}

/** Students who were absent and have not made up for it. */
async function absences({ db, visible }: VisibleRows): Promise<HomeTask[]> {
  const absent = db
    .selectFrom('bh_inspection_result as t')
    .select(({ fn }) => ['t.experi_group_id as session', fn.count<number>('t.stu_id').distinct().as('count')])
    .where('t.attendance', '=', sql.lit(ABSENT))
    .where(visible('inspectionResult'))
    .groupBy('t.experi_group_id')
    .limit(MOST)
  const rows = await db
    .selectFrom(absent.as('w'))
    .innerJoin('bh_experi_group as g', 'g.id', 'w.session')
    .innerJoin('bh_course as c', 'c.course_id', 'g.course_id')
    .innerJoin('bh_experi as e', 'e.id', 'g.experi_id')
    .select([...place, 'g.id as experiGroupId', 'g.group_name as groupName', 'w.count'])
    .orderBy('g.start_time', 'desc')
    .orderBy('g.id')
    .execute()
  return rows.map((row) => ({
    id: `absent ${row.experiGroupId}`,
    panel: 'held',
    kind: '缺席待补',
    title: titleOf(row),
    place: row.courseTitle,
    count: Number(row.count),
    screen: 'inspectionResult',
    query: queryOf(row),
  }))
}

/** Jobs whose last run failed. */
async function failedJobs({ db }: VisibleRows): Promise<HomeTask[]> {
  const rows = await db
    .selectFrom('sys_quartz_job as j')
    .innerJoin('sys_job_run as r', (join) =>
      join.on(({ eb, selectFrom }) =>
        eb(
          'r.id',
          '=',
          selectFrom('sys_job_run as last')
            .select('last.id')
            .whereRef('last.job_id', '=', 'j.id')
            .orderBy('last.begin_time', 'desc')
            .orderBy('last.due', 'desc')
            .limit(1),
        ),
      ),
    )
    .select(['j.id', 'j.job_class_name as name', 'j.description', 'r.output'])
    .where('r.outcome', '=', 'failed')
    .limit(MOST)
    .execute()
  return rows.flatMap(({ id, name, description, output }): HomeTask[] => {
    const task = {
      kind: '任务失败',
      title: description ?? String(name),
      place: output ?? '',
      count: 1,
      left: 0,
      query: { jobClassName: String(name) },
    }
    return (['todo', 'supervised'] as const).map((panel) => ({ ...task, id: `${panel} ${id}`, panel, screen: 'scheduledJob' }))
  })
}

/** What a student has still to hand in, from lessons that have begun. */
async function ownWork({ db, visible }: VisibleRows, { actor, now }: Asked): Promise<HomeTask[]> {
  const rows = await db
    .selectFrom('bh_inspection_result as t')
    .innerJoin('bh_inspection as i', 'i.id', 't.inspection_id')
    .innerJoin('bh_experi as e', 'e.id', 't.experi_id')
    .innerJoin('bh_experi_group as g', 'g.id', 't.experi_group_id')
    .select(['t.id', 'i.inspect_name as name', 'e.experi_name as experiment', 'g.end_time as end'])
    .where('t.stu_id', '=', actor.id)
    .where('t.submit_status', '=', sql.lit(NOT_SUBMITTED))
    .where('g.start_time', '<=', now)
    .where(visible('inspectionResult'))
    .orderBy('g.start_time', 'desc')
    .orderBy('t.id')
    .limit(MOST)
    .execute()
  return rows.map(({ id, name, experiment, end }) => ({
    id: `own ${id}`,
    panel: end !== null && end >= now ? 'doing' : 'todo',
    kind: '提交',
    title: name,
    place: experiment,
    count: 1,
    query: {},
  }))
}

const sources: readonly TaskSource[] = [
  { entity: 'inspectionResult', right: 'edit', read: help },
  { entity: 'inspectionResult', right: 'edit', read: marking },
  { entity: 'inspectionResult', right: 'edit', read: lessons },
  { entity: 'inspectionResult', right: 'edit', read: absences },
  { entity: 'inspectionResult', right: 'submit', read: ownWork },
  { entity: 'scheduledJob', right: 'view', read: failedJobs },
]

interface Owned {
  readonly engine: Engine
  readonly imports: ImportsOf
  readonly actor: Actor
}

/** Files that were checked and wait until their owner decides, or are still being checked or imported. */
async function ownImports({ imports, actor }: Owned): Promise<HomeTask[]> {
  const own = await imports(actor)
  return own.map(({ job, entity, title, place, isChecked, rows }) => ({
    id: `import ${job}`,
    panel: isChecked ? 'todo' : 'doing',
    kind: '导入',
    title: `${title}${isChecked ? '待确认' : '检查中'}`,
    place,
    count: rows,
    left: 0,
    query: {},
    imports: { entity, job },
  }))
}

/** What waits for somebody, of what they may see and do; the most urgent first. */
export async function homeTasks(owned: Owned): Promise<readonly HomeTask[]> {
  const { engine, actor } = owned
  const asked: Asked = { engine, actor, now: engine.now() }
  const seen = seenBy(engine, actor)
  const mine = sources.filter(({ entity, right }) => actor.permissions.has(`${engine.model(entity).permission}:${right}`))
  const tasks = (await Promise.all([...mine.map(({ read }) => read(seen, asked)), ownImports(owned)])).flat()
  const far = MARK_WITHIN + 1
  return tasks.toSorted((one, other) => (one.left ?? far) - (other.left ?? far))
}
