import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Reader, Tx } from '../../../engine/server/index.ts'

/** The moment by the database's clock, as times are stored: Asia/Shanghai. */
const nowSql = (dialect: 'sqlite' | 'postgres') =>
  dialect === 'postgres'
    ? sql`to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`
    : sql`strftime('%Y-%m-%d %H:%M:%S', 'now', '+8 hours')`

/** Begun, and not over. */
const inForce = (now: unknown) => sql<SqlBool>`(t.start_time is null or t.start_time <= ${now}) and t.end_time >= ${now}`

/**
 * The announcement at `t`, if it is for this user now. The condition is put to each row on its own, so that a list reads along its index
 * and stops with its page, however many announcements there are.
 */
export const receivedBy = (userId: string, dialect: 'sqlite' | 'postgres'): RawBuilder<unknown> =>
  sql`select t.annt_id where ${inForce(nowSql(dialect))} and (t.msg_type = 'ALL' or exists
    (select 1 from sys_announcement_user as u where u.annt_id = t.annt_id and u.user_id = ${userId}))`

interface Unread {
  readonly userId: string
  readonly now: string
}

/** Published announcements that a user may read and has not read: those for everyone by their state and end, theirs by their name. */
const unreadSql = ({ userId, now }: Unread) => {
  const unread = sql<SqlBool>`t.send_status = 1 and ${inForce(now)} and not exists
    (select 1 from sys_announcement_send as r where r.user_id = ${userId} and r.annt_id = t.annt_id)`
  return sql`select t.annt_id, t.msg_category, t.send_time from sys_announcement as t where t.msg_type = 'ALL' and ${unread}
    union all select t.annt_id, t.msg_category, t.send_time from sys_announcement_user as u
    join sys_announcement as t on t.annt_id = u.annt_id where u.user_id = ${userId} and t.msg_type = 'USER' and ${unread}`
}

/** How many a user has not read, by category. */
export async function countUnread(db: Reader, asked: Unread): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ category: string; n: number }>`select msg_category as category, count(*) as n
    from (${unreadSql(asked)}) as unread group by msg_category`.execute(db)
  return new Map(rows.map(({ category, n }) => [category, Number(n)]))
}

/** The newest that a user has not read, of one category. */
export async function newestUnread(db: Reader, asked: Unread & { category: string; most: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select annt_id as id from (${unreadSql(asked)}) as unread
    where msg_category = ${asked.category} order by send_time desc, annt_id desc limit ${asked.most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Mark all that a user has not read. */
export async function markAllRead(tx: Tx, asked: Unread): Promise<void> {
  await sql`insert into sys_announcement_send (user_id, annt_id, read_time)
    select ${asked.userId}, annt_id, ${asked.now} from (${unreadSql(asked)}) as unread where true on conflict do nothing`.execute(tx)
}
