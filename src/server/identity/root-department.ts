import type { Reader } from '../../../engine/server/index.ts'

/** The id of the root of the department tree, to which every account belongs; undefined before there is one. */
export async function rootDepartmentId(db: Reader): Promise<string | undefined> {
  const root = await db.selectFrom('sys_depart').select('id').orderBy('org_code').limit(1).executeTakeFirst()
  return root?.id
}
