import type { StoredNode } from '../stored-node.ts'
import type { RightsHolder } from '../actor-of.ts'
import { standingOf, switchedOff } from '../standing.ts'
import type { NamedPermission, Reason } from './reason.ts'
import type { Sources } from './sources.ts'

const codesOf = ({ perms }: StoredNode): string[] => perms.split(',')

/** Address of the page with this permission, where it stands in the menu now. */
const pageOf = (nodes: readonly StoredNode[], code: string): { path: string } | undefined => {
  const path = nodes.find((node) => node.code === code)?.url
  return path ? { path } : undefined
}

/** The titles of a node and of what stands above it: 教学管理 › 课程 › 编辑. */
export function fullTitle(nodes: readonly StoredNode[], node: StoredNode): string {
  const titles = [node.name]
  let above = nodes.find(({ id }) => id === node.parentId)
  while (above && titles.length < 10) {
    titles.unshift(above.name)
    const parent: string = above.parentId
    above = nodes.find(({ id }) => id === parent)
  }
  return titles.join(' › ')
}

/** The permissions of these codes with their titles; a code whose node was deleted has none. */
export const namedPermissions = (nodes: readonly StoredNode[], codes: readonly string[]): NamedPermission[] =>
  codes.map((code) => {
    const node = nodes.find((one) => codesOf(one).includes(code))
    return { code, title: node ? fullTitle(nodes, node) : code }
  })

interface RoleNames {
  readonly own: string
  readonly departRoles: readonly { readonly id: string; readonly name: string; readonly departName: string }[]
}

/** What the roles are called. */
export async function roleNames({ db }: Pick<Sources, 'db'>, { held }: RightsHolder): Promise<RoleNames> {
  const role = await db.read.selectFrom('sys_role').select('role_name').where('role_code', '=', held.role).executeTakeFirst()
  const departRoles = held.departRoles.length
    ? await db.read
        .selectFrom('sys_depart_role as r')
        .innerJoin('sys_depart as d', 'd.id', 'r.depart_id')
        .select(['r.id', 'r.role_name as name', 'd.depart_name as departName'])
        .where('r.id', 'in', held.departRoles)
        .execute()
    : []
  return { own: role?.role_name ?? held.role, departRoles }
}

/** The nodes that a department role has ticked while its department does not have them. */
async function tickedInVain({ db }: Sources, { held }: RightsHolder, nodes: readonly StoredNode[]): Promise<ReadonlySet<string>> {
  if (!held.departRoles.length || !nodes.length) return new Set()
  const rows = await db.read
    .selectFrom('sys_depart_role_permission')
    .select('permission_id as id')
    .where('role_id', 'in', held.departRoles)
    .where(
      'permission_id',
      'in',
      nodes.map(({ id }) => id),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Why somebody holds none of these permissions, node by node, as rights decide it. */
export async function lackedReasons(sources: Sources, holder: RightsHolder, codes: readonly string[]): Promise<Reason[]> {
  const [nodes, { granted }, names] = await Promise.all([
    sources.access.nodes(),
    sources.access.rightsOf(holder.held),
    roleNames(sources, holder),
  ])
  const off = switchedOff(nodes)
  const meant = nodes.filter((node) => codesOf(node).some((code) => codes.includes(code)))
  const inVain = await tickedInVain(sources, holder, meant)
  const roles = pageOf(nodes, 'identity:role:view')
  if (!meant.length) return [{ kind: 'off', text: `权限“${codes.join('、')}”在菜单中已被删除，任何角色都没有` }]
  return meant.flatMap((node): Reason[] => {
    const standing = standingOf(node, granted, off)
    const title = fullTitle(nodes, node)
    if (standing === 'granted') return []
    if (standing !== 'lacked') {
      const text = `权限“${title}”已授予，但“${standing.offAt.name}”已被停用`
      return [
        { kind: 'off', text, change: { text: `在菜单管理中启用“${standing.offAt.name}”`, ...pageOf(nodes, 'identity:permission:view') } },
      ]
    }
    const departments = pageOf(nodes, 'identity:department:view')
    if (inVain.has(node.id)) {
      const departs = [...new Set(names.departRoles.map(({ departName }) => departName))].join('、')
      const text = `部门角色勾选了权限“${title}”，但部门“${departs}”没有该权限`
      return [{ kind: 'department', text, change: { text: `在部门的“部门权限”中勾选“${title}”`, ...departments } }]
    }
    const also = names.departRoles.map(({ name, departName }) => `、部门角色“${departName} ${name}”`).join('')
    const text = `角色“${names.own}”${also}没有权限“${title}”（${node.perms}）`
    return [{ kind: 'permission', text, change: { text: `角色管理 → ${names.own} → 授权，勾选“${title}”`, ...roles } }]
  })
}
