import { createHash } from 'node:crypto'
import type { Actor, Reader } from '../../../engine/server/index.ts'
import type { Access, StoredNode } from './access.ts'
import { departRolesOf } from './depart-roles.ts'

/** A menu node. Front ends that share this wire format load `component`; ours loads `screen`. */
export interface WireMenuNode {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly component: string
  readonly screen?: string
  readonly redirect?: string
  readonly hidden?: true
  readonly meta: {
    readonly title: string
    readonly icon: string
    readonly keepAlive: boolean
    readonly internalOrExternal: boolean
    /** The page of another server that the entry shows. */
    readonly url?: string
  }
  readonly children?: readonly WireMenuNode[]
}

const BUTTON = 2
const home: WireMenuNode = {
  id: 'dashboard',
  name: 'dashboard-analysis',
  path: '/dashboard/analysis',
  component: 'dashboard/Analysis',
  screen: 'screen:dashboard',
  meta: { title: '首页', icon: 'home', keepAlive: true, internalOrExternal: false },
}

const isWeb = (url: string): boolean => /^https?:\/\//.test(url)
/** Front ends of this convention fill in what stands in `{{ }}`; ours does not. */
const isElsewhere = (url: string): boolean => isWeb(url) || url.startsWith('{{')

/** Our own page for a node: that of the schemas, or one that shows or opens an address of the web. */
const screenOf = ({ screen, url, internalOrExternal }: StoredNode): string =>
  screen || (isWeb(url) ? `${internalOrExternal ? 'link' : 'frame'}:${url}` : '')

function nodeOf(node: StoredNode, children: readonly WireMenuNode[]): WireMenuNode {
  const screen = screenOf(node)
  const { keepAlive, internalOrExternal } = node
  return {
    id: node.id,
    name: node.url.replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@') || node.id,
    path: isElsewhere(node.url) ? createHash('md5').update(node.url).digest('hex') : node.url,
    component: node.component,
    ...(screen ? { screen } : {}),
    ...(node.redirect ? { redirect: node.redirect } : {}),
    ...(node.hidden ? { hidden: true as const } : {}),
    meta: { title: node.name, icon: node.icon, keepAlive, internalOrExternal, ...(isElsewhere(node.url) ? { url: node.url } : {}) },
    ...(children.length > 0 ? { children } : {}),
  }
}

/**
 * The menu: granted screens, under the groups that lead to them. A group without screens is left out; a screen below a group that is
 * not granted is unreachable.
 */
function menuOf(nodes: readonly StoredNode[], held: ReadonlySet<string>): WireMenuNode[] {
  const byParent = Map.groupBy(
    nodes.filter((node) => node.menuType !== BUTTON),
    (node) => node.parentId,
  )
  const isGroup = (node: StoredNode): boolean => node.screen === '' && !isElsewhere(node.url)
  const below = (parent: string, depth: number): WireMenuNode[] =>
    (depth > 8 ? [] : (byParent.get(parent) ?? [])).flatMap((node) => {
      const children = below(node.id, depth + 1)
      if (isGroup(node)) return children.length > 0 ? [nodeOf(node, children)] : []
      return held.has(node.id) ? [nodeOf(node, children)] : []
    })
  const menu = below('', 0)
  return menu.some((node) => node.path === home.path) ? menu : [home, ...menu]
}

/** The answer of getUserPermissionByToken: menu and permission codes of the chosen role in the chosen department. */
export async function permissionAnswer({ access, db }: { access: Access; db: Reader }, actor: Actor) {
  const departRoles = await departRolesOf(db, { userId: actor.id, orgCode: actor.orgCode })
  const [nodes, { grants: held }] = await Promise.all([access.nodes(), access.rightsOf({ role: actor.role, departRoles })])
  const coded = nodes.filter((node) => node.perms !== '')
  return {
    ...(actor.onlyLooks && { onlyLooks: actor.onlyLooks.sentence }),
    menu: menuOf(nodes, held),
    auth: coded.filter((node) => held.has(node.id)).map((node) => ({ action: node.perms, type: node.permsType, describe: node.name })),
    allAuth: coded.map((node) => ({
      action: node.perms,
      status: node.status,
      type: node.permsType,
      describe: node.name,
      ...(screenOf(node) !== '' && !isElsewhere(node.url) && { url: node.url }),
    })),
  }
}
