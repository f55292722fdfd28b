import { chunksOf, type EditedRow, type RuleContext, type Tx } from '../../../engine/server/index.ts'
import { inNameOf } from '../access/system-actor.ts'
import { rolesOf } from '../auth/accounts.ts'
import { roleIds } from '../role-ids.ts'

/**
 * Two courses that add or remove the same person at once must see each other. The lock is taken before the account is read and locked;
 * otherwise several writers could hold the account and wait for each other.
 */
export const awaitAssistantTurn = (context: RuleContext): Promise<void> => context.lock('assistant roles')

async function writeRoles({ tx, engine, actor }: RuleContext, rows: readonly EditedRow<'user'>[]): Promise<void> {
  await engine.write({ entity: 'user', operation: 'edit', rows, actor: inNameOf(actor), fields: 'all', scope: 'none' }, tx)
}

const roleIdsOf = async (tx: Tx, id: string): Promise<string[]> => (await rolesOf(tx, id)).map((role) => role.id)

/**
 * Anyone who is added to a course also gets the assistant's role, because the role gives access to the course. `assistantByCourse`
 * records that they did not have it before. The lock is taken when the row is checked.
 */
export async function giveRole(context: RuleContext, ids: readonly string[]): Promise<void> {
  const rows: EditedRow<'user'>[] = []
  for (const id of ids) {
    const present = await roleIdsOf(context.tx, id)
    if (present.includes(roleIds.assistant)) continue
    rows.push({ id, selectedroles: [...present, roleIds.assistant].join(','), assistantByCourse: 1 })
  }
  await writeRoles(context, rows)
}

/** Accounts that assist in no course any more, are not in the bin and got the role from a course. */
async function leftOver(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const chunk of chunksOf(ids)) {
    const rows = await tx
      .selectFrom('sys_user as u')
      .select(['u.id', 'u.assistant_by_course as given'])
      .where('u.id', 'in', chunk)
      .where('u.del_flag', '=', 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('bh_course_teacher as m').select('m.id').whereRef('m.user_id', '=', 'u.id').where('m.kind', '=', 'assistant')),
        ),
      )
      .execute()
    found.push(...rows.flatMap((row) => (row.given === 1 ? [row.id] : [])))
  }
  return found
}

/** The role is withdrawn with the last course if it came from a course; it stays if it is the account's only role. */
export async function withdrawRole(context: RuleContext, ids: readonly string[]): Promise<void> {
  await awaitAssistantTurn(context)
  const rows: EditedRow<'user'>[] = []
  for (const id of await leftOver(context.tx, [...new Set(ids)])) {
    const others = (await roleIdsOf(context.tx, id)).filter((role) => role !== roleIds.assistant)
    if (others.length > 0) rows.push({ id, selectedroles: others.join(',') })
  }
  await writeRoles(context, rows)
}
