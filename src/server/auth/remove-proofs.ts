import type { Tx } from '../../../engine/server/index.ts'

/** Accounts are gone for good: nothing that they proved themselves with stays, so that an id that comes back is nobody's. */
export async function removeProofs(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await tx.deleteFrom('sys_two_step').where('user_id', 'in', userIds).execute()
  await tx.deleteFrom('sys_recovery_code').where('user_id', 'in', userIds).execute()
  await tx.deleteFrom('sys_passkey').where('user_id', 'in', userIds).execute()
  await tx.deleteFrom('sys_third_account').where('user_id', 'in', userIds).execute()
  await tx.deleteFrom('sys_one_time_key').where('user_id', 'in', userIds).execute()
}
