import { chunksOf, type Tx } from '../../../engine/server/index.ts'
import { text } from '../../cells.ts'

/** How many rows of the table each of the sessions has. */
export async function countBySession(tx: Tx, table: string, sessions: Iterable<string>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const ids of chunksOf([...new Set(sessions)])) {
    const rows = await tx
      .selectFrom(table)
      .select(({ fn }) => ['experi_group_id as id', fn.countAll().as('n')])
      .where('experi_group_id', 'in', ids)
      .groupBy('experi_group_id')
      .execute()
    for (const row of rows) counts.set(text(row.id), Number(row.n))
  }
  return counts
}
