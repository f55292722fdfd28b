import { createHash } from 'node:crypto'
import upperFirst from 'lodash-es/upperFirst.js'
import type { Grant } from '../../schema/index.ts'
import type { Domains, Model, PermissionNode } from '../contract.ts'

/** A stable id for a permission code, so that the node is found again however an administrator renames it. */
export const permissionId = (code: string): string => createHash('sha256').update(code).digest('hex').slice(0, 32)

export const verbTitles: Readonly<Record<string, string>> = {
  view: '查看',
  add: '新增',
  edit: '编辑',
  delete: '删除',
  import: '导入',
  export: '导出',
  restore: '还原',
  purge: '彻底删除',
  history: '修改历史',
}

/** The verbs and calls of an entity that have a permission of their own, with their titles. */
export function verbsOf({ entity, binned }: Model): Map<string, string> {
  const disabled = new Set<string>(entity.endpoints.disable)
  const verbs = new Map([['view', '查看']])
  const put = (verb: string, off: string) => {
    if (!disabled.has(off)) verbs.set(verb, verbTitles[verb] ?? verb)
  }
  put('add', 'add')
  put('edit', 'edit')
  put('delete', 'delete')
  if (entity.import) put('import', 'importExcel')
  put('export', 'exportXls')
  if (entity.versioned) verbs.set('history', verbTitles['history'] ?? 'history')
  if (binned && entity.bin) for (const verb of ['restore', 'purge']) verbs.set(verb, verbTitles[verb] ?? verb)
  if (Object.values(entity.fields).some((field) => field.mask)) verbs.set('unmask', '查看完整证件号')
  for (const [name, call] of Object.entries(entity.calls ?? {})) if (!call.permission) verbs.set(name, call.title)
  for (const { call } of entity.states ?? []) if (call !== undefined) verbs.set(call, '状态变更')
  return verbs
}

const readVerbs = new Set(['view', 'history'])

function holdsVerb(grant: Grant | undefined, verb: string): boolean {
  if (grant === 'all') return true
  if (grant === 'read') return readVerbs.has(verb)
  return grant?.includes(verb) ?? false
}

function rolesWith(model: Model, verb: string): string[] {
  const grants: Readonly<Record<string, Grant | undefined>> = model.entity.access.grants
  if (verb === 'unmask') return [...(model.entity.access.unmask ?? [])]
  return Object.keys(grants).filter((role) => holdsVerb(grants[role], verb))
}

/** The page of a list as front ends of this wire convention name it: `/inspect/bhCourse` and `list` give `inspect/BhCourseList`. */
function pageOfList(base: string, list: string): string {
  const [folder, ...names] = [...base.split('/').filter((part) => part !== ''), list]
  return `${folder}/${names.map(upperFirst).join('')}`
}

/** Lists of an entity that are menu entries, the default one included. */
const menuLists = ({ entity }: Model) =>
  Object.entries({ list: entity.list, ...entity.lists }).flatMap(([list, { title, menu }]) =>
    menu ? [{ list, title: title ?? entity.title, menu }] : [],
  )

/** The parent of a screen: the group that its menu entry names, or else its domain. */
const parentOf = (domain: string, group: string | undefined): string => permissionId(group === undefined ? domain : groupCode(group))

const groupCode = (group: string): string => `menu:${group}`

/** A folder of the menu, shown to everyone who holds a screen in it. */
const folder = (node: Pick<PermissionNode, 'kind' | 'code' | 'parentId' | 'title' | 'path' | 'icon' | 'order'>): PermissionNode => ({
  id: permissionId(node.code),
  component: 'layouts/RouteView',
  screen: '',
  hidden: false,
  roles: [],
  ...node,
})

function folderNodes(domains: Domains): PermissionNode[] {
  return Object.entries(domains).flatMap(([domain, { title, icon, groups = {} }], order) => [
    folder({ kind: 'domain', code: domain, parentId: '', title, path: `/${domain}`, icon, order }),
    ...Object.entries(groups).map(([group, of], index) =>
      folder({ kind: 'group', code: groupCode(group), parentId: permissionId(domain), path: `/${domain}/${group}`, order: index, ...of }),
    ),
  ])
}

/** A list with a menu entry and a permission of its own. */
function listNodes(model: Model): PermissionNode[] {
  const { entity, permission } = model
  return menuLists(model).map(({ list, title, menu }) => ({
    id: permissionId(`${permission}:${list}`),
    parentId: parentOf(entity.domain, menu.group),
    kind: 'screen',
    code: `${permission}:${list}`,
    title,
    component: pageOfList(entity.endpoints.base, list),
    screen: menu.screen ? `screen:${menu.screen}` : `entity:${entity.name}/${list}`,
    path: `/${entity.domain}/${entity.name}/${list}`,
    icon: menu.icon,
    order: menu.order,
    hidden: false,
    roles: rolesWith(model, list),
  }))
}

/** A hand-written screen with a permission of its own. */
function screenNodes(model: Model): PermissionNode[] {
  const { entity, permission } = model
  return Object.entries(entity.screens ?? {}).map(([name, { title, screen, path, menu, splitFrom }]) => ({
    id: permissionId(`${permission}:${name}`),
    parentId: parentOf(entity.domain, menu.group),
    kind: 'screen',
    code: `${permission}:${name}`,
    title,
    component: menu.component ?? pageOfList(entity.endpoints.base, name),
    screen: `screen:${screen}`,
    path: path ?? `/${entity.domain}/${entity.name}/${name}`,
    icon: menu.icon,
    order: menu.order,
    hidden: false,
    roles: rolesWith(model, name),
    ...(splitFrom !== undefined && { splitFrom: permissionId(`${permission}:${splitFrom}`) }),
  }))
}

/** A page with a tree on the left: a permission of its own, while its calls have theirs. */
function treePageNodes(model: Model): PermissionNode[] {
  const { entity, permission } = model
  return Object.entries(entity.treePages ?? {}).map(([page, { title, menu }]) => ({
    id: permissionId(`${permission}:${page}`),
    parentId: parentOf(entity.domain, menu.group),
    kind: 'screen',
    code: `${permission}:${page}`,
    title,
    component: menu.component ?? pageOfList(entity.endpoints.base, page),
    screen: `entity:${entity.name}/${page}`,
    path: `/${entity.domain}/${entity.name}/${page}`,
    icon: menu.icon,
    order: menu.order,
    hidden: false,
    roles: rolesWith(model, page),
  }))
}

/** The permission tree that the schemas imply: domain → group → screen → buttons. */
export function permissionNodes(models: readonly Model[], domains: Domains): PermissionNode[] {
  const nodes = folderNodes(domains)
  for (const model of models) {
    const { entity, permission } = model
    const screen = permissionId(permission)
    nodes.push({
      id: screen,
      parentId: parentOf(entity.domain, entity.menu?.group),
      kind: 'screen',
      code: `${permission}:view`,
      title: (entity.list.menu ? undefined : entity.list.title) ?? entity.title,
      component: entity.menu?.component ?? pageOfList(entity.endpoints.base, 'list'),
      screen: `entity:${entity.name}`,
      path: `/${entity.domain}/${entity.name}`,
      icon: entity.menu?.icon ?? 'table',
      order: entity.menu?.order ?? 100,
      hidden: !entity.menu || entity.menu.hidden === true,
      roles: rolesWith(model, 'view'),
    })
    nodes.push(...listNodes(model), ...treePageNodes(model), ...screenNodes(model))
    for (const [verb, title] of verbsOf(model)) {
      if (verb === 'view') continue
      nodes.push({
        id: permissionId(`${permission}:${verb}`),
        parentId: screen,
        kind: 'button',
        code: `${permission}:${verb}`,
        title,
        component: '',
        screen: '',
        path: '',
        icon: '',
        order: nodes.length,
        hidden: false,
        roles: rolesWith(model, verb),
      })
    }
  }
  return nodes
}
