import { chunksOf, type Tx } from '../../../engine/server/index.ts'

/** The tables whose rows belong to a session. */
export type SessionTable = 'bh_experi_group_stu' | 'bh_experi_group_facility' | 'bh_experi_seat'

/** How many rows of the table each of these sessions has. */
export async function countBySession(tx: Tx, table: SessionTable, sessions: Iterable<string>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const ids of chunksOf([...new Set(sessions)])) {
    const rows = await tx
      .selectFrom(table)
      .select(({ fn }) => ['experi_group_id as id', fn.countAll<number>().as('n')])
      .where('experi_group_id', 'in', ids)
      .groupBy('experi_group_id')
      .execute()
    for (const row of rows) counts.set(row.id, row.n)
  }
  return counts
}
