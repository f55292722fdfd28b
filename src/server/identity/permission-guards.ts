import { chunksOf, Refused, type Change, type Tx } from '../../../engine/server/index.ts'
import { switchedOff } from '../access/standing.ts'
import type { StoredNode } from '../access/stored-node.ts'

type MenuChange = Change<'permission'>

/** What the schemas decide for their own nodes, at every start. */
const technical = ['menuType', 'url', 'component', 'perms'] as const
/** Without these screens nobody could undo what was done with them. */
const keeper = /^identity:(permission|role):/
const ofSystem = '系统自带的菜单不能修改此项！'
const needed = '菜单管理与角色管理是授权所必需的，不能删除或停用！'

/** What a node allows, and which rows the data rules of its page limit, depends on these. */
const deciding = ['perms', 'status', 'menuType', 'component', 'parentId'] as const
const beyondOwn = '只有管理员可以修改菜单的类型、组件、授权标识、状态和上级！'

export const onlyAdministrators = '只有管理员可以删除、恢复带授权标识或数据规则的菜单！'

const same = (a: unknown, b: unknown): boolean => String(a ?? '') === String(b ?? '')

/** A node of the schemas remembers that it was edited. */
export function guardEdit(change: MenuChange): void {
  const { before, after } = change
  if (!after || !before?.code) return
  for (const key of technical) if (!same(before[key], after[key])) change.refuse(ofSystem, key)
  if (keeper.test(before.code) && after.status !== '1') change.refuse(needed)
  after.edited = 1
}

/** Rights are given by administrators: others name, order and draw menus, and add some that allow nothing. */
export function guardRights(change: MenuChange): void {
  const { before, after } = change
  if (!after) return
  const isRaised = before ? deciding.some((key) => !same(before[key], after[key])) : !same(after.perms, '')
  if (isRaised) change.refuse(beyondOwn)
}

async function ruled(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const chunk of chunksOf(ids)) {
    const rows = await tx.selectFrom('sys_permission_data_rule').select('permission_id as id').where('permission_id', 'in', chunk).execute()
    for (const { id } of rows) if (id !== null) found.add(id)
  }
  return found
}

/** Whoever takes a node takes its rights from everyone who holds it, and the limits of its data rules. */
export async function guardRemoval(tx: Tx, changes: readonly MenuChange[]): Promise<void> {
  const withRules = await ruled(
    tx,
    changes.map(({ id }) => id),
  )
  for (const change of changes)
    if (change.before?.code || change.before?.perms || withRules.has(change.id)) change.refuse(onlyAdministrators)
}

/** Nobody locks everyone out, and a node of the schemas that was deleted is remembered in the bin. */
export function guardSystem(changes: readonly MenuChange[], isForGood: boolean): void {
  for (const change of changes) {
    const code = change.before?.code ?? ''
    if (keeper.test(code)) change.refuse(needed)
    if (isForGood && code !== '') change.refuse('系统自带的菜单不能彻底删除，删除后留在回收站中！')
  }
}

/** Nor does anybody by what stands above: whatever a menu has below it is switched off with it. */
export function guardKeepers(nodes: readonly StoredNode[]): void {
  const off = switchedOff(nodes)
  if (nodes.some(({ id, code }) => keeper.test(code) && off.has(id))) throw new Refused(needed)
}
