import type { Engine } from '../../../engine/server/index.ts'
import { sendStates } from '../../../schemas/platform/message-types.ts'
import { MESSAGE_TRIES, tryOnceMore } from './message-queue.ts'

/** One more try for what was given up since a day; what could not be sent at all was tried less often, and stays. */
export const retryMessages = ({ db }: Engine, since: string): Promise<number> =>
  db.write(async (tx) => {
    const failed = tx
      .selectFrom('sys_sms')
      .select(['id', 'es_type as type'])
      .where('es_send_status', '=', sendStates.failed)
      .where('es_send_num', '>=', MESSAGE_TRIES)
      .where('create_time', '>=', since)
    const rows = await failed.execute()
    for (const row of rows) await tryOnceMore(tx, row)
    return rows.length
  })
