import type { StagedRows, Tx } from '../../contract.ts'

/** What rows were checked against has changed before they were stored: they have to be checked again. */
export class Overtaken extends Error {}

/** Whether rows could not be stored because of what somebody else wrote after their check. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof Overtaken || (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT'))

/** Store staged rows all at once; none of them, if what they were checked against has changed. */
export async function storeStaged(rows: StagedRows, tx: Tx): Promise<void> {
  if (!(await rows.isAsChecked(tx))) throw new Overtaken()
  await rows.store(tx)
}
