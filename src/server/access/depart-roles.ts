import type { Reader } from '../../../engine/server/index.ts'

/** The nodes that department roles grant: those that their department is granted too. The role is aliased `r`. */
export const departGrants = (db: Reader) =>
  db
    .selectFrom('sys_depart_role as r')
    .innerJoin('sys_depart_role_permission as g', 'g.role_id', 'r.id')
    .innerJoin('sys_depart_permission as d', (join) =>
      join.onRef('d.depart_id', '=', 'r.depart_id').onRef('d.permission_id', '=', 'g.permission_id'),
    )
    .select('g.permission_id as id')

/** Somebody in the department that they work in. */
export interface Member {
  readonly userId: string
  readonly orgCode: string
}

/** Ids of the department roles that these people were given in their department, as long as they belong to it, in the same order. */
export async function departRolesOfAll(db: Reader, members: readonly Member[]): Promise<string[][]> {
  const ids = [...new Set(members.filter(({ orgCode }) => orgCode !== '').map(({ userId }) => userId))]
  if (!ids.length) return members.map(() => [])
  const rows = await db
    .selectFrom('sys_depart_role_user as l')
    .innerJoin('sys_depart_role as r', 'r.id', 'l.drole_id')
    .innerJoin('sys_depart as d', 'd.id', 'r.depart_id')
    .innerJoin('sys_user_depart as m', (join) => join.onRef('m.user_id', '=', 'l.user_id').onRef('m.dep_id', '=', 'd.id'))
    .select(['r.id', 'l.user_id as user', 'd.org_code as code'])
    .where('l.user_id', 'in', ids)
    .orderBy('r.id')
    .execute()
  return members.map(({ userId, orgCode }) => rows.filter(({ user, code }) => user === userId && code === orgCode).map(({ id }) => id))
}

/** The same for one of them. */
export const departRolesOf = async (db: Reader, member: Member): Promise<string[]> => (await departRolesOfAll(db, [member]))[0] ?? []
