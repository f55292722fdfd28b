import { chunksOf, type Reader, type Tx } from '../../../engine/server/index.ts'
import { systemActor } from '../access/system-actor.ts'

/**
 * Those of these names that nobody may take, although no account has them: the server writes under one, accounts that are gone for good
 * wrote under the others. An account of such a name would pass for their author, and own their rows under a rule.
 */
export async function barredNames(db: Reader | Tx, names: readonly string[]): Promise<ReadonlySet<string>> {
  const barred = new Set(names.filter((name) => name === systemActor.username))
  for (const some of chunksOf(names)) {
    const rows = await db.selectFrom('sys_former_name').select('username').where('username', 'in', some).execute()
    for (const { username } of rows) barred.add(username)
  }
  return barred
}

/** Accounts are gone for good: their names stay theirs. */
export async function barNames(tx: Tx, names: readonly string[]): Promise<void> {
  for (const some of chunksOf(names))
    await tx
      .insertInto('sys_former_name')
      .values(some.map((username) => ({ username })))
      .onConflict((known) => known.doNothing())
      .execute()
}
