import { chunksOf, type RuleContext } from '../../../engine/server/index.ts'
import { turnOf } from '../../teaching/turns.ts'
import type { SessionTable } from './count-by-session.ts'

interface OfSession {
  readonly id?: string | undefined
  readonly experiGroupId?: string | null | undefined
}

/** Writes of members, devices and seats wait for their session before anything is read, whichever call they come from. */
export const bySession =
  (table: SessionTable) =>
  async ({ tx }: RuleContext, rows: readonly OfSession[]): Promise<string[]> => {
    const sessions = new Set(rows.map(({ experiGroupId }) => experiGroupId ?? ''))
    for (const ids of chunksOf(rows.flatMap(({ id }) => id || []))) {
      const found = await tx.selectFrom(table).select('experi_group_id').distinct().where('id', 'in', ids).execute()
      for (const row of found) sessions.add(row.experi_group_id)
    }
    sessions.delete('')
    return [...sessions].map(turnOf.session)
  }
