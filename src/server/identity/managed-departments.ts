import { sql, type RawBuilder } from 'kysely'
import { Refused, type Actor, type Reader, type Tx } from '../../../engine/server/index.ts'
import { isAdministrator } from '../access/is-administrator.ts'

/** The value of `userIdentity` of people who manage departments. */
export const manager = 2

/** A query of the codes of the departments that a person was put in charge of; none for anyone who manages no department. */
const codesInCharge = (userId: string): RawBuilder<unknown> => sql`select m.org_code from sys_user as me
  join sys_depart as m on (',' || me.depart_ids || ',') like ('%,' || m.id || ',%')
  where me.id = ${userId} and me.user_identity = ${manager} and me.del_flag = 0`

/** A query of the ids of the departments that a person manages: those in their charge and everything below them. */
export const managedDepartments = (userId: string): RawBuilder<unknown> => sql`select d.id from sys_depart as d
  join (${codesInCharge(userId)}) as own on d.org_code like (own.org_code || '%')`

/** A query of the ids of the people who belong to the departments that a person manages. */
export const managedPeople = (userId: string): RawBuilder<unknown> =>
  sql`select l.user_id from sys_user_depart as l where l.dep_id in (${managedDepartments(userId)})`

/** The people who belong to a department or to one below it. */
export const peopleBelow = (departId: string) => ({
  relation: 'selecteddeparts',
  to: sql`select d.id from sys_depart as d
    join sys_depart as top on top.id = ${departId} and substr(d.org_code, 1, length(top.org_code)) = top.org_code`,
})

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

/** Of these departments, those that the actor does not manage; administrators manage all. */
export async function unmanaged(db: Reader | Tx, actor: Actor, ids: readonly string[]): Promise<string[]> {
  if (isAdministrator(actor) || ids.length === 0) return []
  const own = new Set(await managedIds(db, actor))
  return ids.filter((id) => !own.has(id))
}

/** The sentence about a department that the actor does not manage. */
export const notManaged = '只能管理您负责的部门！'

/** Refuses what concerns a department that the actor does not manage. */
export async function requireManaged(db: Reader | Tx, actor: Actor, departId: string): Promise<void> {
  if ((await unmanaged(db, actor, [departId])).length > 0) throw new Refused(notManaged)
}
