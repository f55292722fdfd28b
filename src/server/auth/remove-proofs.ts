import type { Tx } from '../../../engine/server/index.ts'

/** Accounts are gone for good: nothing that they proved themselves with stays, so that an id that comes back is nobody's. */
export async function removeProofs(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  for (const table of ['sys_two_step', 'sys_recovery_code', 'sys_passkey', 'sys_third_account', 'sys_one_time_key'] as const)
    await tx.deleteFrom(table).where('user_id', 'in', userIds).execute()
}
