import { chunksOf, type Change, type RuleContext, type Tx } from '../../../engine/server/index.ts'
import { parts } from '../../sent-values.ts'
import { asSystem, inNameOf } from '../access/system-actor.ts'
import type { AccountEntity } from './refuse-above.ts'

type After = NonNullable<Change<'user' | 'departmentUser'>['after']>
type AccountChange = Change<AccountEntity>

/** An account with department roles whose departments change. */
function movesWithRoles({ before, after }: AccountChange): After | undefined {
  const isUser = (row: NonNullable<AccountChange['after']>): row is After => 'departRoles' in row
  if (!before || !after || !isUser(after) || !after.departRoles) return undefined
  return after.selecteddeparts === before.selecteddeparts ? undefined : after
}

/**
 * Department roles end with the membership: joining the department again does not bring them back. Rows of screens that show them lose
 * them with the write itself.
 */
export async function endDepartRoles(tx: Tx, changes: readonly AccountChange[]): Promise<void> {
  const moving = changes.flatMap((change) => movesWithRoles(change) ?? [])
  const departOf = new Map<string, string | null>()
  for (const ids of chunksOf([...new Set(moving.flatMap((after) => parts(after.departRoles)))])) {
    const rows = await tx.selectFrom('sys_depart_role').select(['id', 'depart_id']).where('id', 'in', ids).execute()
    for (const row of rows) departOf.set(row.id, row.depart_id)
  }
  for (const after of moving) {
    const departs = parts(after.selecteddeparts)
    after.departRoles = parts(after.departRoles)
      .filter((id) => departs.includes(departOf.get(id) ?? ''))
      .join()
  }
}

const leaves = ({ before, after }: AccountChange): boolean => {
  const departs = parts(after?.selecteddeparts)
  return after !== null && !('departRoles' in after) && parts(before?.selecteddeparts).some((id) => !departs.includes(id))
}

/** The same once a screen has written that does not show them, such as the students': they are written as the account's own. */
export async function endHiddenDepartRoles({ engine, tx, actor }: RuleContext, changes: readonly AccountChange[]): Promise<void> {
  const rows = new Map<string, string>()
  for (const ids of chunksOf(changes.filter(leaves).map(({ id }) => id))) {
    const held = await tx
      .selectFrom('sys_depart_role_user as l')
      .innerJoin('sys_depart_role as r', 'r.id', 'l.drole_id')
      .leftJoin('sys_user_depart as m', (join) => join.onRef('m.user_id', '=', 'l.user_id').onRef('m.dep_id', '=', 'r.depart_id'))
      .select(['l.user_id as user', 'r.id as role', 'm.dep_id as depart'])
      .where('l.user_id', 'in', ids)
      .orderBy('r.id')
      .execute()
    for (const [user, all] of Map.groupBy(held, (row) => row.user)) {
      const kept = all.filter(({ depart }) => depart !== null).map(({ role }) => role)
      if (kept.length < all.length) rows.set(user, kept.join())
    }
  }
  const edits = [...rows].map(([id, departRoles]) => ({ id, departRoles }))
  if (edits.length) await engine.write({ entity: 'user', operation: 'edit', rows: edits, ...asSystem, actor: inNameOf(actor) }, tx)
}
