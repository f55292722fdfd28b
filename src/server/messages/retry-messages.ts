import { sql } from 'kysely'
import type { Engine } from '../../../engine/server/index.ts'
import { sendStates } from '../../../schemas/platform/message-types.ts'
import { MESSAGE_TRIES } from './message-queue.ts'

/**
 * One more try for what was given up since a day, unless it waits for one already; what could not be sent at all was tried less often, and
 * stays. One statement, because after days without a mail server there may be very many.
 */
export const retryMessages = ({ db }: Engine, since: string): Promise<number> =>
  db.write(async (tx) => {
    const { numAffectedRows } = await sql`insert into sys_message_queue (message_id, due, tries, type)
      select id, cast(${Date.now()} as bigint), cast(${MESSAGE_TRIES - 1} as bigint), es_type from sys_sms
      where es_send_status = ${sendStates.failed} and es_send_num >= ${MESSAGE_TRIES} and create_time >= ${since}
      on conflict do nothing`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })
