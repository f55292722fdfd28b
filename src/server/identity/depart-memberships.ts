import { chunksOf, type Change, type Tx } from '../../../engine/server/index.ts'
import { parts } from '../../cells.ts'
import type { AccountEntity } from './account-reach.ts'

type After = NonNullable<Change<'user' | 'departmentUser'>['after']>
type AccountChange = Change<AccountEntity>

/** An account with department roles whose departments change. */
function movesWithRoles({ before, after }: AccountChange): After | undefined {
  const isUser = (row: NonNullable<AccountChange['after']>): row is After => 'departRoles' in row
  if (!before || !after || !isUser(after) || !after.departRoles) return undefined
  return after.selecteddeparts === before.selecteddeparts ? undefined : after
}

/** Department roles end with the membership: joining the department again does not bring them back. */
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
