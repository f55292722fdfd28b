import { Refused, type Actor, type Database } from '../../../../engine/server/index.ts'
import { roleCodes } from '../../../../schemas/identity/role-codes.ts'
import type { Access } from '../../access/access.ts'
import { rightsHolder } from '../../access/actor-of.ts'
import { isAdministrator } from '../../access/is-administrator.ts'
import { personOf, type Questioned } from '../../access/person-of.ts'

/** How long one may look in another name, in milliseconds. */
export const VIEW_LASTS = 30 * 60_000

export const viewIsOver = '查看时间已到或已被终止，请退出查看'
const mayNot = '没有权限，请联系管理员授权'
const limited = '您的数据范围受数据规则限制，不能以他人身份查看！'
const onlyRoles = '只有系统管理员可以以其他用户或系统内置角色的身份查看！'
const above = '不能以拥有您所没有的权限的身份查看！'

const builtIn = new Set<string>(Object.values(roleCodes))
const holdsAll = (actor: Actor, other: Actor): boolean => [...other.permissions].every((code) => actor.permissions.has(code))

/**
 * Why somebody may not look in the name of somebody else; undefined if they may. Questioned when they begin, and again whenever their rights
 * are read. Nobody may see more that way than they can give themselves: administrators see every row and give every right; others have
 * no way to the rows of built-in roles or of other accounts, and never to a permission that they lack.
 */
export function viewRefusal(viewer: Actor, other: Actor, isAccount: boolean): string | undefined {
  if (!viewer.permissions.has('identity:viewing:viewAs')) return mayNot
  if (viewer.limits?.size) return limited
  if (isAdministrator(viewer)) return other.role === viewer.role && !holdsAll(viewer, other) ? above : undefined
  if (isAccount || builtIn.has(other.role)) return onlyRoles
  return holdsAll(viewer, other) ? undefined : above
}

/** Whom somebody looks in the name of, and as what. */
export interface View {
  readonly asked: Questioned
  readonly actor: Actor
}

interface Sources {
  readonly db: Database
  readonly access: Access
}

const nameOf = ({ person, roleName, isAccount }: Questioned): string =>
  isAccount ? `${person.realname}（${roleName}）` : `角色“${roleName}”`

/** Whom a view shows, with what they may see, and only to look; throws a refusal if the viewer may not look in their name. */
export async function openView(sources: Sources, viewer: Actor, whom: { userId: string | null; roleCode: string }): Promise<View> {
  const asked = await personOf(sources.db.read, whom, viewer)
  const { actor } = await rightsHolder(sources, asked.person)
  const refusal = viewRefusal(viewer, actor, asked.isAccount)
  if (refusal) throw new Refused(refusal)
  const as = `以${nameOf(asked)}的身份查看`
  return { asked, actor: { ...actor, onlyLooks: { by: viewer, as, sentence: `您正在${as}，只能查看，不能修改！` } } }
}
