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

/** Ids of the department roles that a user was given in the department with this code, as long as they belong to it. */
export async function departRolesOf(db: Reader, { userId, orgCode }: { userId: string; orgCode: string }): Promise<string[]> {
  if (orgCode === '') return []
  const rows = await db
    .selectFrom('sys_depart_role_user as l')
    .innerJoin('sys_depart_role as r', 'r.id', 'l.drole_id')
    .innerJoin('sys_depart as d', 'd.id', 'r.depart_id')
    .innerJoin('sys_user_depart as m', (join) => join.onRef('m.user_id', '=', 'l.user_id').onRef('m.dep_id', '=', 'd.id'))
    .select('r.id')
    .where('l.user_id', '=', userId)
    .where('d.org_code', '=', orgCode)
    .orderBy('r.id')
    .execute()
  return rows.map(({ id }) => id)
}
