import type { Engine } from '../../../engine/server/index.ts'
import { timeText } from '../clock.ts'
import type { FileStore } from './store.ts'

const DAY = 24 * 60 * 60_000
const AT_ONCE = 100

/**
 * Delete some of the files that were uploaded at least a day ago for a form that was never saved, by one user or by anyone; answers how
 * many.
 */
export async function clearUnowned(engine: Engine, store: FileStore, userId?: string): Promise<number> {
  const before = timeText(Date.now() - DAY)
  const old = await engine.db.read
    .selectFrom('sys_file')
    .select('path')
    .where('created', '<', before)
    .$if(userId !== undefined, (query) => query.where('created_by', '=', userId ?? ''))
    .where('entity', 'is', null)
    .limit(AT_ONCE)
    .execute()
  if (old.length === 0) return 0
  const paths = old.map((row) => row.path)
  const gone = await engine.db.write((tx) =>
    tx.deleteFrom('sys_file').where('path', 'in', paths).where('entity', 'is', null).returning('path').execute(),
  )
  for (const row of gone) await store.remove(row.path)
  return gone.length
}
