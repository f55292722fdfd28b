import { sql, type Expression, type NotNull, type SqlBool } from 'kysely'
import type { Actor, Engine, Reader, RegisteredName } from '../../../engine/server/index.ts'
import type { DayLesson, TeachingDay } from '../../dashboard/teaching-day.ts'
import { dayAfter } from '../../teaching/calendar.ts'
import { dayText } from '../clock.ts'
import { WAITING } from '../../../schemas/teaching/help-states.ts'
import { SUBMITTED } from '../../../schemas/teaching/submission-states.ts'

/** From today on. */
const DAYS_AHEAD = 7
const MOST_LESSONS = 60
const MOST_PLACES = 20
const MOST_REQUESTS = 8
const MOST_COURSES = 30

/** The rows that a user may see, each entity as `t`. */
export interface VisibleRows {
  readonly db: Reader
  visible(entity: RegisteredName): Expression<SqlBool>
}

/** The columns of a course `c` and an experiment `e` that lead to a session. */
export const place = [
  'c.semester',
  'c.course_id as courseId',
  'c.course_title as courseTitle',
  'e.id as experiId',
  'e.experi_name as experiName',
] as const

async function lessonsOf({ db, visible }: VisibleRows, from: string, until: string): Promise<DayLesson[]> {
  return db
    .selectFrom('bh_experi_group as t')
    .innerJoin('bh_course as c', 'c.course_id', 't.course_id')
    .innerJoin('bh_experi as e', 'e.id', 't.experi_id')
    .leftJoin('bh_experi_adress as a', 'a.id', 't.experi_adress_id')
    .select(place)
    .select(['t.id as experiGroupId', 't.group_name as groupName', 't.start_time as startTime', 't.end_time as endTime'])
    .select(['a.experi_adress as address', 't.have_inspect as haveInspect'])
    .select(({ selectFrom, fn }) =>
      selectFrom('bh_experi_group_stu as m')
        .select(fn.countAll<number>().as('people'))
        .whereRef('m.experi_group_id', '=', 't.id')
        .as('people'),
    )
    .where('t.start_time', '>=', from)
    .where('t.start_time', '<', until)
    .where(visible('session'))
    .orderBy('t.start_time')
    .orderBy('t.id')
    .limit(MOST_LESSONS)
    .$narrowType<{ startTime: NotNull; people: NotNull }>()
    .execute()
}

/** Submitted results that are not marked yet, oldest first. */
export async function unmarkedOf({ db, visible }: VisibleRows, most = MOST_PLACES): Promise<TeachingDay['unmarked']> {
  const waiting = db
    .selectFrom('bh_inspection_result as t')
    .select(['t.course_id as course', 't.experi_id as experiment', 't.experi_group_id as session'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('t.submit_time').as('since')])
    .select(({ fn }) => fn.sum<number | string>(fn.countAll()).over().as('total'))
    .where('t.submit_status', '=', sql.lit(SUBMITTED))
    .where(visible('inspectionResult'))
    .groupBy(['t.course_id', 't.experi_id', 't.experi_group_id'])
  const rows = await db
    .selectFrom(waiting.as('w'))
    .innerJoin('bh_course as c', 'c.course_id', 'w.course')
    .innerJoin('bh_experi as e', 'e.id', 'w.experiment')
    .innerJoin('bh_experi_group as g', 'g.id', 'w.session')
    .select(place)
    .select(['g.id as experiGroupId', 'g.group_name as groupName', 'w.count', 'w.since', 'w.total'])
    .orderBy('w.since')
    .orderBy('w.session')
    .limit(most)
    .execute()
  const places = rows.map(({ total: _total, ...row }) => row)
  // A sum of counts comes as text from PostgreSQL.
  return { total: Number(rows[0]?.total ?? 0), places }
}

/** Requests for help that nobody has answered yet, the oldest first. */
export async function waitingHelpOf({ db, visible }: VisibleRows, now: string, most = MOST_REQUESTS): Promise<TeachingDay['help']> {
  const rows = await db
    .selectFrom('bh_help_request as t')
    .innerJoin('bh_course as c', 'c.course_id', 't.course_id')
    .innerJoin('bh_experi as e', 'e.id', 't.experi_id')
    .innerJoin('bh_experi_group as g', 'g.id', 't.experi_group_id')
    .innerJoin('sys_user as u', 'u.id', 't.stu_id')
    .leftJoin('bh_experi_seat as s', 's.id', 't.seat_id')
    .leftJoin('bh_inspection as i', 'i.id', 't.inspection_id')
    .leftJoin('sys_user as k', (join) => join.onRef('k.id', '=', 't.taker_id').on('t.taken_until', '>', now))
    .select(place)
    .select(['t.id', 'g.id as experiGroupId', 'g.group_name as groupName', 'u.realname', 's.group_seat_num as groupSeatNum'])
    .select(['i.inspect_name as inspectName', 't.content', 't.create_time as createTime', 'k.id as takerId', 'k.realname as takerName'])
    .select(({ fn }) => fn.countAll<number>().over().as('total'))
    .where('t.status', '=', sql.lit(WAITING))
    .where(visible('helpRequest'))
    .orderBy('t.create_time')
    .orderBy('t.id')
    .limit(most)
    .execute()
  return { total: rows[0]?.total ?? 0, requests: rows.map(({ total: _total, ...row }) => row) }
}

/** What this user may read. */
export const seenBy = (engine: Engine, actor: Actor): VisibleRows => ({
  db: engine.db.read,
  visible: (entity) => engine.visible(engine.model(entity), actor),
})

async function courseIdsOf({ db, visible }: VisibleRows): Promise<string[]> {
  const courses = db.selectFrom('bh_course as t').select('t.course_id as id').where(visible('course'))
  const rows = await courses.orderBy('t.create_time', 'desc').orderBy('t.course_id', 'desc').limit(MOST_COURSES).execute()
  return rows.map(({ id }) => id)
}

/** What a teacher or an assistant has to do: lessons of today and the next days, results to mark, and open requests for help. */
export async function teachingDay(engine: Engine, actor: Actor): Promise<TeachingDay> {
  const today = dayText()
  const [tomorrow, end] = [dayAfter(today, 1), dayAfter(today, DAYS_AHEAD)]
  const seen = seenBy(engine, actor)
  const [ahead, unmarked, help, courseIds] = await Promise.all([
    lessonsOf(seen, today, end),
    unmarkedOf(seen),
    waitingHelpOf(seen, engine.now()),
    courseIdsOf(seen),
  ])
  const isToday = ({ startTime }: DayLesson): boolean => startTime < tomorrow
  return { today, lessons: ahead.filter(isToday), coming: ahead.filter((lesson) => !isToday(lesson)), unmarked, help, courseIds }
}
