import { sql } from 'kysely'
import type { Engine, Tx } from '../../../engine/server/index.ts'
import { noticeTopic } from '../../feed/notices.ts'

/** More people than this are told like everyone: each page asks for its own news anyway. */
const MOST_TOLD = 500
const AT_ONCE = 100

/** Open pages of the people whom it is for count anew, on every node. */
export async function tellReaders(engine: Engine, tx: Tx, anntId: string): Promise<void> {
  const row = await tx.selectFrom('sys_announcement').select('msg_type').where('annt_id', '=', anntId).executeTakeFirst()
  const readers =
    row?.msg_type === 'USER'
      ? await tx
          .selectFrom('sys_announcement_user')
          .select('user_id as id')
          .where('annt_id', '=', anntId)
          .limit(MOST_TOLD + 1)
          .execute()
      : undefined
  const body = { anntId }
  if (!readers || readers.length > MOST_TOLD) engine.announce(tx, { topic: noticeTopic, cmd: 'notice', body })
  else for (const { id } of readers) engine.announce(tx, { topic: `user:${id}`, cmd: 'notice', body })
}

/** Note when a published announcement begins and when it is over, if that is still to come. */
export const noteTurns = (tx: Tx, anntId: string, now: string) =>
  sql`insert into sys_announcement_turn (annt_id, due)
    select annt_id, start_time from sys_announcement where annt_id = ${anntId} and start_time > ${now}
    union select annt_id, end_time from sys_announcement where annt_id = ${anntId} and end_time >= ${now}
    on conflict do nothing`.execute(tx)

export const forgetTurns = (tx: Tx, anntId: string) => tx.deleteFrom('sys_announcement_turn').where('annt_id', '=', anntId).execute()

/** Tell the readers of what has begun or is over since the last time; answers how many turns there were. Two nodes never tell the same one. */
export const takeTurns = (engine: Engine): Promise<number> =>
  engine.db.write(async (tx) => {
    const due = tx
      .selectFrom('sys_announcement_turn')
      .select(['annt_id', 'due'])
      .where('due', '<', engine.now())
      .orderBy('due')
      .limit(AT_ONCE)
    const rows = await due.execute()
    for (const { annt_id: id, due: moment } of rows) {
      const taken = tx.deleteFrom('sys_announcement_turn').where('annt_id', '=', id).where('due', '=', moment)
      if ((await taken.executeTakeFirstOrThrow()).numDeletedRows > 0n) await tellReaders(engine, tx, id)
    }
    return rows.length
  })
