import { password } from './world.ts'
import type { AppRoute, SaidField } from './routes.ts'

/** Whom and what a body is about. */
export interface Aim {
  /** Accounts, roles, departments and permission nodes by id; the first is what the body is about. */
  readonly user: { readonly id: string; readonly username: string }
  readonly roles: readonly string[]
  readonly departRoles: readonly string[]
  readonly departs: readonly string[]
  readonly nodes: readonly string[]
  readonly rules: readonly string[]
}

export type HostileBody = Readonly<Record<string, unknown>>

/** What is said of whose row it is, beside what a call takes: fields that are the server's or somebody else's to write. */
export const hostileWords = (aim: Aim): HostileBody => ({
  selectedroles: aim.roles.join(),
  roles: aim.roles,
  roleCode: '1',
  permissionIds: aim.nodes.join(),
  permissions: aim.nodes,
  departRoles: aim.departRoles.join(),
  userIdentity: 2,
  departIds: aim.departs.join(),
  selecteddeparts: aim.departs.join(),
  status: 1,
  delFlag: 0,
  createBy: 'admin',
  assistantByCourse: 0,
  isAdmin: true,
  actor: { role: '1' },
})

const passwords = { password: 'Raised-12345', confirmpassword: 'Raised-12345', newpassword: 'Raised-12345', oldpassword: password + 'x' }

/** What an id is the id of, by the name of its field or what is said of it. */
const kinds: readonly (readonly [RegExp, (aim: Aim) => readonly string[]])[] = [
  [/departRole|newRoleId/i, ({ departRoles }) => departRoles],
  [/ruleid/i, ({ rules }) => rules],
  [/role/i, ({ roles }) => roles],
  [/permission|functionId/i, ({ nodes }) => nodes],
  [/dep(art)?(Id|s|ments?)?$|department/i, ({ departs }) => departs],
  [/user(Ids?|name)?$|userIdList|teacherId|stuId|^ids?$|markerId/i, ({ user }) => [user.id]],
]

function valueOf({ name, enum: values, format, description = '', type }: SaidField, aim: Aim): unknown {
  if (values) return values[0]
  if (/^(username|userName|agentUserName)$/.test(name)) return aim.user.username
  if (name in passwords) return passwords[name as keyof typeof passwords]
  const said = /^(\w+) 的主键/.exec(description)?.[1]
  const kind = kinds.find(([words]) => words.test(said ?? name))
  if (kind && (said !== undefined || /id|depart|role|user|permission/i.test(name))) {
    const ids = kind[1](aim)
    return /s$|list$/i.test(name) ? ids.join() : ids[0]
  }
  if (type === 'integer' || type === 'number') return 1
  if (format === 'date') return '2026-09-01'
  return format === 'email' ? 'raised@example.edu' : '自升'
}

/** The same, giving nothing: what is taken from somebody else counts too. */
function emptied(whole: HostileBody): HostileBody[] {
  const lists = Object.keys(whole).filter((name) => /(permission|dataRule)Ids$|newRoleId/i.test(name))
  return lists.length ? [{ ...whole, ...Object.fromEntries(lists.map((name) => [name, ''])) }] : []
}

/**
 * Bodies for a call, from what its document says it takes: all of it with what it should not take, each hostile word on a row alone, and
 * for a call whose fields are nowhere said, the hostile words.
 */
export function raisingBodies({ path, fields, method }: AppRoute, aim: Aim): HostileBody[] {
  const said = Object.fromEntries(fields.map((field) => [field.name, valueOf(field, aim)]))
  const whole = {
    ...said,
    ...(fields.length === 0 && { ...hostileWords(aim), ...passwords, username: aim.user.username, id: aim.user.id }),
  }
  const moves = aim.departs.flatMap((id) => aim.departs.map((parentId) => ({ id, parentId })))
  if (path === '/sys/sysDepart/edit') return [whole, ...moves]
  const isOfRights = /^\/(sys|jw\/(user|tea))\b.*\/(add|edit)$/.test(path)
  if (!isOfRights || method === 'DELETE') return [whole, ...emptied(whole)]
  if (path.endsWith('/add')) return [{ ...hostileWords(aim), ...whole }, whole]
  const words = Object.entries({ ...hostileWords(aim), ...passwords, version: 0, username: 'admin', id: aim.user.id })
  // A password is sent with its confirmation, an identity with its departments: alone they would be refused for being alone.
  const together: HostileBody[] = [
    { password: passwords.password, confirmpassword: passwords.password },
    { userIdentity: 2, departIds: aim.departs.join() },
    { roleId: aim.roles[0], permissionIds: aim.nodes.join() },
  ]
  const ids = path.includes('ole/') ? [aim.user.id, ...aim.roles, ...aim.departRoles] : [aim.user.id]
  const alone = ids.flatMap((id) => [
    ...words.map(([word, value]) => ({ id, [word]: value })),
    ...together.map((body) => ({ id, ...body })),
  ])
  return [{ ...hostileWords(aim), ...whole }, whole, ...alone]
}

/** A row of a sheet under these titles, about the same. */
export function hostileRow(
  titles: readonly string[],
  aim: Aim,
  { roleName, departName }: { roleName: string; departName: string },
): string[] {
  const cells: readonly (readonly [RegExp, string])[] = [
    [/角色编码/, '1'],
    [/角色/, roleName],
    [/密码/, passwords.password],
    [/账号|^工号|^学号/, aim.user.username],
    [/部门|机构|单位/, departName],
    [/身份$/, '上级'],
    [/状态/, '正常'],
    [/创建人/, 'admin'],
    [/版本|排序|数/, '1'],
  ]
  return titles.map((title) => cells.find(([words]) => words.test(title))?.[1] ?? '自升')
}
