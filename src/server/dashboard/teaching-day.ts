import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Actor, Engine, RegisteredName } from '../../../engine/server/index.ts'
import type { DayLesson, TeachingDay, UnmarkedPlace, WaitingRequest } from '../../teaching-day.ts'
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

const place = sql`c.semester as semester, c.course_id as "courseId", c.course_title as "courseTitle", e.id as "experiId",
  e.experi_name as "experiName"`

const visible = (engine: Engine, entity: RegisteredName, actor: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`${engine.visible(engine.model(entity), actor)}`

async function lessonsOf(engine: Engine, actor: Actor, from: string, until: string): Promise<DayLesson[]> {
  const { rows } = await sql<DayLesson>`select ${place}, t.id as "experiGroupId", t.group_name as "groupName",
      t.start_time as "startTime", t.end_time as "endTime", a.experi_adress as address, t.have_inspect as "haveInspect",
      (select count(*) from bh_experi_group_stu as m where m.experi_group_id = t.id) as people
    from bh_experi_group as t
    inner join bh_course as c on c.course_id = t.course_id
    inner join bh_experi as e on e.id = t.experi_id
    left join bh_experi_adress as a on a.id = t.experi_adress_id
    where t.start_time >= ${from} and t.start_time < ${until} and ${visible(engine, 'session', actor)}
    order by t.start_time, t.id limit ${MOST_LESSONS}`.execute(engine.db.read)
  return rows
}

/** Submitted results that are not marked yet, oldest first. */
async function unmarkedOf(engine: Engine, actor: Actor): Promise<TeachingDay['unmarked']> {
  const { rows } = await sql<UnmarkedPlace & { readonly total: number | string }>`select ${place}, w.session as "experiGroupId",
      g.group_name as "groupName", w.n as count, w.since as since, w.total as total
    from (select t.course_id as course, t.experi_id as experiment, t.experi_group_id as session, count(*) as n,
        min(t.submit_time) as since, sum(count(*)) over () as total
      from bh_inspection_result as t where t.submit_status = ${sql.lit(SUBMITTED)} and ${visible(engine, 'inspectionResult', actor)}
      group by t.course_id, t.experi_id, t.experi_group_id) as w
    inner join bh_course as c on c.course_id = w.course
    inner join bh_experi as e on e.id = w.experiment
    inner join bh_experi_group as g on g.id = w.session
    order by w.since, w.session limit ${MOST_PLACES}`.execute(engine.db.read)
  const places = rows.map(({ total: _total, ...row }) => row)
  // A sum of counts comes as text from PostgreSQL.
  return { total: Number(rows[0]?.total ?? 0), places }
}

/** Requests for help that nobody has answered yet, the oldest first. */
async function helpOf(engine: Engine, actor: Actor): Promise<TeachingDay['help']> {
  const { rows } = await sql<WaitingRequest & { readonly total: number }>`select ${place}, t.id as id, g.id as "experiGroupId",
      g.group_name as "groupName", u.realname as realname, s.group_seat_num as "groupSeatNum", i.inspect_name as "inspectName",
      t.content as content, t.create_time as "createTime", k.realname as "takerName", count(*) over () as total
    from bh_help_request as t
    inner join bh_course as c on c.course_id = t.course_id
    inner join bh_experi as e on e.id = t.experi_id
    inner join bh_experi_group as g on g.id = t.experi_group_id
    inner join sys_user as u on u.id = t.stu_id
    left join bh_experi_seat as s on s.id = t.seat_id
    left join bh_inspection as i on i.id = t.inspection_id
    left join sys_user as k on k.id = t.taker_id and t.taken_until > ${engine.now()}
    where t.status = ${sql.lit(WAITING)} and ${visible(engine, 'helpRequest', actor)}
    order by t.create_time, t.id limit ${MOST_REQUESTS}`.execute(engine.db.read)
  return { total: rows[0]?.total ?? 0, requests: rows.map(({ total: _total, ...row }) => row) }
}

async function courseIdsOf(engine: Engine, actor: Actor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select t.course_id as id from bh_course as t where ${visible(engine, 'course', actor)}
    order by t.create_time desc, t.course_id desc limit ${MOST_COURSES}`.execute(engine.db.read)
  return rows.map(({ id }) => id)
}

/** What a teacher or an assistant has to do: lessons of today and the next days, results to mark, and open requests for help. */
export async function teachingDay(engine: Engine, actor: Actor): Promise<TeachingDay> {
  const today = dayText()
  const [tomorrow, end] = [dayAfter(today, 1), dayAfter(today, DAYS_AHEAD)]
  const [ahead, unmarked, help, courseIds] = await Promise.all([
    lessonsOf(engine, actor, today, end),
    unmarkedOf(engine, actor),
    helpOf(engine, actor),
    courseIdsOf(engine, actor),
  ])
  const isToday = ({ startTime }: DayLesson): boolean => startTime < tomorrow
  return { today, lessons: ahead.filter(isToday), coming: ahead.filter((lesson) => !isToday(lesson)), unmarked, help, courseIds }
}
