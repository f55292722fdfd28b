import { sql, type RawBuilder } from 'kysely'
import type { Actor, Reader, Tx } from '../../../engine/server/index.ts'

/** The value of `userIdentity` of people who manage departments. */
const manager = 2

/** A query of the codes of the departments that a person was put in charge of; none for anyone who manages no department. */
const codesInCharge = (userId: string): RawBuilder<unknown> => sql`select m.org_code from sys_user as me
  join sys_depart as m on (',' || me.depart_ids || ',') like ('%,' || m.id || ',%')
  where me.id = ${userId} and me.user_identity = ${manager} and me.del_flag = 0`

/** A query of the ids of the departments that a person manages: those in their charge and everything below them. */
const managedDepartments = (userId: string): RawBuilder<unknown> => sql`select d.id from sys_depart as d
  join (${codesInCharge(userId)}) as own on d.org_code like (own.org_code || '%')`

/** A query of the ids of the people who belong to the departments that a person manages. */
export const managedPeople = (userId: string): RawBuilder<unknown> =>
  sql`select l.user_id from sys_user_depart as l where l.dep_id in (${managedDepartments(userId)})`

/** Whether the account manages departments at all, which other front ends ask as its identity. */
export async function isManager(db: Reader, actor: Actor): Promise<boolean> {
  const row = await db.selectFrom('sys_user').select('user_identity').where('id', '=', actor.id).executeTakeFirst()
  return row?.user_identity === manager
}

/** The ids of the departments that the actor manages, in order of their codes. */
export async function managedIds(db: Reader | Tx, actor: Actor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from sys_depart where id in (${managedDepartments(actor.id)})
    order by org_code`.execute(db)
  return rows.map((row) => row.id)
}
