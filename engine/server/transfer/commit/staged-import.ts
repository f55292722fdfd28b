import type { StagedRows, Tx } from '../../contract.ts'

/** What rows were checked against has changed before they were stored: they have to be checked again where they are stored. */
export class Overtaken extends Error {}

/** Whether rows could not be stored because of what somebody else wrote after their check. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof Overtaken || (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT'))

/**
 * Store staged rows all at once. If what they were checked against has changed, the import begins again within its transaction, and says
 * of each row what it then finds.
 */
export async function storeStaged(rows: StagedRows, tx: Tx): Promise<void> {
  if (!(await rows.isAsChecked(tx))) throw new Overtaken()
  await rows.store(tx)
}
