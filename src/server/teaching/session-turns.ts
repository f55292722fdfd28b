import type { WireRow } from '../../../engine/schema/index.ts'
import { chunksOf, type RuleContext } from '../../../engine/server/index.ts'
import { text } from '../../cells.ts'
import { turnOf } from '../../teaching/turns.ts'

/** Members, devices and seats wait for their session before they are read, whichever door they come by. */
export const bySession =
  (table: string) =>
  async ({ tx }: RuleContext, rows: readonly WireRow[]): Promise<string[]> => {
    const sessions = new Set(rows.map(({ experiGroupId }) => text(experiGroupId)))
    for (const ids of chunksOf(rows.map(({ id }) => text(id)).filter((id) => id !== ''))) {
      const found = await tx.selectFrom(table).select('experi_group_id').distinct().where('id', 'in', ids).execute()
      for (const row of found) sessions.add(text(row.experi_group_id))
    }
    sessions.delete('')
    return [...sessions].map(turnOf.session)
  }
