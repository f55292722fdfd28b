import { Refused, type Actor, type Engine, type Reader } from '../../../engine/server/index.ts'
import { barOf, readAccount, rolesOf } from '../auth/accounts.ts'
import { choiceOf } from '../auth/login-rows.ts'
import type { AccountInRole } from './actor-of.ts'

/** Somebody asked about, and how pages name them. */
export interface Questioned {
  readonly person: AccountInRole
  readonly roleName: string
  /** False for a role by itself. */
  readonly isAccount: boolean
}

interface Whom {
  readonly userId?: string | null
  readonly roleCode?: string | null
}

async function accountAs(db: Reader, { userId, roleCode }: { userId: string; roleCode: string | null | undefined }): Promise<Questioned> {
  const account = await readAccount(db, { id: userId })
  if (!account) throw new Refused('未找到对应实体')
  const bar = barOf(account)
  if (bar) throw new Refused(bar)
  const roles = await rolesOf(db, userId)
  const last = await choiceOf(db, userId)
  const role = roles.find((one) => one.roleCode === (roleCode || last.role))
  if (!role) throw new Refused(roles.length ? '该用户没有该角色！' : '该用户没有任何角色！')
  const { id, username, realname } = account
  return { person: { id, username, realname, role: role.roleCode, orgCode: last.orgCode }, roleName: role.roleName, isAccount: true }
}

/**
 * The person whom a question is about: an account in the role and department that it chose last, or in another of its roles; or a role
 * by itself, held by the one who asks. Refused if there is no such account or role.
 */
export async function personOf(db: Reader, { userId, roleCode }: Whom, asker: AccountInRole): Promise<Questioned> {
  if (userId) return accountAs(db, { userId, roleCode })
  const role = await db
    .selectFrom('sys_role')
    .selectAll()
    .where('role_code', '=', roleCode ?? '')
    .executeTakeFirst()
  if (!role) throw new Refused('请选择用户或角色！')
  const { id, username, realname } = asker
  return { person: { id, username, realname, role: role.role_code, orgCode: '' }, roleName: role.role_name, isAccount: false }
}

/** The same for somebody whose question says who it is about: an account that a data rule hides from them is none, here as everywhere. */
export async function personSeen(engine: Engine, whom: Whom, asker: Actor): Promise<Questioned> {
  const hides = whom.userId && asker.limits?.has('user') ? await engine.hiding(engine.model('user'), whom.userId, [asker]) : []
  if (hides.some((one) => one === 'missing' || one.some(({ by }) => by === 'rule'))) throw new Refused('未找到对应实体')
  return personOf(engine.db.read, whom, asker)
}
