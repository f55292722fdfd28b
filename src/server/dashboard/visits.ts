import { chunksOf, type Engine, type Reader } from '../../../engine/server/index.ts'
import { dayAfter } from '../../teaching/calendar.ts'
import { dayText } from '../clock.ts'

const SHOWN = 7

const visits = (db: Reader) => db.selectFrom('sys_login_log').where('kind', '=', 'login').where('ok', '=', 1)

/** The visits of days that the log no longer has. */
async function formerVisits(db: Reader): Promise<number> {
  const first = await db
    .selectFrom('sys_login_log')
    .select((e) => e.fn.min<string | null>('day').as('day'))
    .executeTakeFirst()
  const kept = db.selectFrom('sys_visit_day').select((e) => e.fn.sum<number | string | null>('visits').as('visits'))
  const row = await (first?.day ? kept.where('day', '<', first.day) : kept).executeTakeFirst()
  return Number(row?.visits ?? 0)
}

/** Successful logins: all, today's, and how many addresses they came from today. */
export async function loginInfo(db: Reader) {
  const today = dayText()
  const [total, now, former] = await Promise.all([
    visits(db)
      .select((e) => e.fn.countAll<number>().as('visits'))
      .executeTakeFirst(),
    visits(db)
      .select((e) => [e.fn.countAll<number>().as('visits'), e.fn.count<number>('ip').distinct().as('ips')])
      .where('day', '=', today)
      .executeTakeFirst(),
    formerVisits(db),
  ])
  return { totalVisitCount: Number(total?.visits ?? 0) + former, todayVisitCount: now?.visits ?? 0, todayIp: now?.ips ?? 0 }
}

/** Logins of the last seven days, ending today; days without logins are included with zeros so that charts always have seven points. */
export async function visitInfo(db: Reader) {
  const days = Array.from({ length: SHOWN }, (_, index) => dayAfter(dayText(), index - SHOWN + 1))
  const rows = await visits(db)
    .select((e) => ['day', e.fn.countAll<number>().as('visits'), e.fn.count<number>('ip').distinct().as('ips')])
    .where('day', 'in', days)
    .groupBy('day')
    .execute()
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => ({ tian: day, type: day.slice(5), visit: byDay.get(day)?.visits ?? 0, ip: byDay.get(day)?.ips ?? 0 }))
}

/** Count the visits of every day in the login log anew; answers of how many. A day that the log has in part keeps what it had. */
export async function countVisits({ db }: Engine): Promise<number> {
  const days = await visits(db.read)
    .select((e) => ['day', e.fn.countAll<number>().as('visits'), e.fn.count<number>('ip').distinct().as('ips')])
    .groupBy('day')
    .execute()
  await db.write(async (tx) => {
    for (const chunk of chunksOf(days))
      await tx
        .insertInto('sys_visit_day')
        .values(chunk)
        .onConflict((conflict) =>
          conflict
            .column('day')
            .doUpdateSet((e) => ({ visits: e.ref('excluded.visits'), ips: e.ref('excluded.ips') }))
            .whereRef('sys_visit_day.visits', '<', 'excluded.visits'),
        )
        .execute()
  })
  return days.length
}
