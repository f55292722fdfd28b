import { sql, type Selectable } from 'kysely'
import {
  chunksOf,
  comparedValue,
  type AppTables,
  type EditedRow,
  type Engine,
  type Outcome,
  type PermissionNode,
  type Tx,
} from '../../../engine/server/index.ts'
import { permission } from '../../../schemas/identity/permission.ts'
import { asSystem } from './system-actor.ts'

const menuTypes = { domain: 0, group: 1, screen: 1, button: 2 } as const
const isFolder = ({ kind }: PermissionNode): boolean => kind === 'domain' || kind === 'group'

/** Fields that always follow the schemas, whatever an administrator edited. */
const technical = (node: PermissionNode) => ({
  code: node.code,
  component: node.component,
  screen: node.screen,
  url: node.path,
  perms: isFolder(node) ? '' : node.code,
})

/** Fields that follow the schemas until an administrator changes them. */
const editable = (node: PermissionNode) => ({
  parentId: node.parentId,
  name: node.title,
  menuType: menuTypes[node.kind],
  icon: node.icon,
  sortNo: node.order,
  hidden: node.hidden ? (1 as const) : (0 as const),
})

/** A row from before menu groups existed moves into its group even if an administrator edited it, as long as they left it in its domain. */
function moved(node: PermissionNode, row: StoredNode, byId: ReadonlyMap<string, PermissionNode>): { parentId?: string } {
  const group = byId.get(node.parentId)
  const isLeftThere = group?.kind === 'group' && row.default_roles === null && row.parent_id === group.parentId
  return isLeftThere ? { parentId: node.parentId } : {}
}

type StoredNode = Selectable<AppTables['sys_permission']>
type NodeValues = Omit<EditedRow<'permission'>, 'id'>
type RoleIds = ReadonlyMap<string, string>

const defaultRoles = (node: PermissionNode): string => [...node.roles].sort().join(',')

type Grant = Readonly<Record<'role_id' | 'permission_id', string>>

const grantsOf = (node: PermissionNode, codes: readonly string[], roles: RoleIds): Grant[] =>
  codes.flatMap((code) => {
    const role = roles.get(code)
    return role ? [{ role_id: role, permission_id: node.id }] : []
  })

async function give(tx: Tx, grants: readonly Grant[]): Promise<void> {
  for (const chunk of chunksOf(grants)) await tx.insertInto('sys_role_permission').values(chunk).execute()
}

/**
 * Default grants that were added to the schemas since the row was last synchronised. A row from before defaults were remembered dates
 * from a time when no screen could take a grant away, so everything that its roles lack is new.
 */
async function laterGrants(tx: Tx, changed: readonly [PermissionNode, stored: string | null][], roles: RoleIds): Promise<Grant[]> {
  const wanted = changed.flatMap(([node, stored]) => {
    const before = new Set(stored?.split(',') ?? [])
    return grantsOf(
      node,
      node.roles.filter((code) => !before.has(code)),
      roles,
    )
  })
  const ids = [...new Set(wanted.map((grant) => grant.permission_id))]
  const present = new Set<string>()
  for (const chunk of chunksOf(ids)) {
    const rows = await tx.selectFrom('sys_role_permission').selectAll().where('permission_id', 'in', chunk).execute()
    for (const row of rows) present.add(`${row.role_id} ${row.permission_id}`)
  }
  return wanted.filter((grant) => !present.has(`${grant.role_id} ${grant.permission_id}`))
}

/** What differs from the stored row. */
function differences({ db }: Engine, row: StoredNode, wanted: NodeValues): NodeValues {
  const { code, component, screen, url, perms, name, icon, hidden } = row
  const stored: Readonly<Record<string, unknown>> = {
    code,
    component,
    screen,
    url,
    perms,
    name,
    icon,
    hidden,
    parentId: row.parent_id,
    menuType: row.menu_type,
    defaultRoles: row.default_roles,
  }
  const isSame = (key: string, value: unknown): boolean =>
    key === 'sortNo'
      ? Number(comparedValue(permission.fields.sortNo, value, db.dialect)) === Number(row.sort_no)
      : String(stored[key] ?? '') === String(value ?? '')
  return Object.fromEntries(Object.entries(wanted).filter(([key, value]) => !isSame(key, value)))
}

/** Nodes level by level, so that a node is stored before those below it. */
function* levels(nodes: readonly PermissionNode[]): Generator<readonly PermissionNode[]> {
  const missing = new Set(nodes.map((node) => node.id))
  for (let rest = nodes; rest.length > 0; rest = rest.filter((node) => missing.has(node.id))) {
    const level = rest.filter((node) => !missing.has(node.parentId))
    if (level.length === 0) throw new Error(`the permission tree has a cycle at ${rest[0]?.code}`)
    yield level
    for (const node of level) missing.delete(node.id)
  }
}

const asServer = { entity: 'permission', ...asSystem, onRefusal: 'collect' } as const

const refusalsOf = (outcomes: readonly Outcome[], nodes: readonly PermissionNode[]): string[] =>
  outcomes.flatMap((one) =>
    one.outcome === 'refused' ? [`菜单 ${nodes.find((node) => node.id === one.id)?.code ?? one.id}：${one.message}`] : [],
  )

/** A node that was split from another one starts with the holders of that one: roles, departments and department roles. */
async function share(tx: Tx, id: string, origin: string): Promise<void> {
  for (const copy of [
    sql`insert into sys_role_permission (role_id, permission_id)
      select role_id, ${id} from sys_role_permission where permission_id = ${origin}`,
    sql`insert into sys_depart_permission (depart_id, permission_id)
      select depart_id, ${id} from sys_depart_permission where permission_id = ${origin}`,
    sql`insert into sys_depart_role_permission (role_id, permission_id)
      select role_id, ${id} from sys_depart_role_permission where permission_id = ${origin}`,
  ])
    await copy.execute(tx)
}

interface Adding {
  readonly engine: Engine
  readonly tx: Tx
  /** What was there before. */
  readonly stored: ReadonlyMap<string, StoredNode>
  readonly roles: RoleIds
}

async function addNodes({ engine, tx, stored, roles }: Adding, nodes: readonly PermissionNode[]): Promise<string[]> {
  const refusals: string[] = []
  for (const level of levels(nodes)) {
    const rows = level.map((node) => ({ id: node.id, ...technical(node), ...editable(node), defaultRoles: defaultRoles(node) }))
    const outcomes = await engine.write({ ...asServer, operation: 'add', rows }, tx)
    refusals.push(...refusalsOf(outcomes, level))
    const written = new Set(outcomes.flatMap(({ id, outcome }) => (outcome === 'added' ? [id] : [])))
    const added = level.filter(({ id }) => written.has(id))
    const originOf = ({ splitFrom }: PermissionNode) => (splitFrom === undefined ? undefined : stored.get(splitFrom))
    await give(
      tx,
      added.flatMap((node) => (originOf(node) ? [] : grantsOf(node, node.roles, roles))),
    )
    for (const node of added) {
      const origin = originOf(node)
      if (origin && origin.del_flag !== 1) await share(tx, node.id, origin.id)
    }
  }
  return refusals
}

/**
 * Synchronise the stored permission tree with the schemas. A missing node is inserted with its default grants; an existing one keeps
 * what an administrator edited and gets new defaults, once; one that they deleted stays deleted (its row remembers it). Does nothing
 * while the database has no roles. Answers what could not be written, such as a node whose code an administrator gave to another one.
 */
export function syncPermissions(engine: Engine, nodes: readonly PermissionNode[]): Promise<string[]> {
  return engine.db.write(async (tx) => {
    const roleRows = await tx.selectFrom('sys_role').select(['id', 'role_code']).execute()
    if (roleRows.length === 0) return []
    const roles = new Map(roleRows.map((row) => [row.role_code, row.id]))
    const rows = await tx.selectFrom('sys_permission').selectAll().execute()
    const stored = new Map(rows.map((row) => [row.id, row]))
    const present = nodes.flatMap((node) => {
      const row = stored.get(node.id)
      return row && row.del_flag !== 1 ? [{ node, row }] : []
    })
    const missing = nodes.filter((node) => !stored.has(node.id))
    const refusals = await addNodes({ engine, tx, stored, roles }, missing)
    const changed = present.filter(({ node, row }) => (row.default_roles ?? '') !== defaultRoles(node))
    const before = changed.map(({ node, row }): [PermissionNode, string | null] => [node, row.default_roles])
    await give(tx, await laterGrants(tx, before, roles))
    const byId = new Map(nodes.map((node) => [node.id, node]))
    const edits = present.flatMap(({ node, row }) => {
      const own = row.edited === 1 ? { ...technical(node), ...moved(node, row, byId) } : { ...technical(node), ...editable(node) }
      const values = differences(engine, row, { ...own, defaultRoles: defaultRoles(node) })
      return Object.keys(values).length > 0 ? [{ ...values, id: node.id }] : []
    })
    const outcomes = await engine.write({ ...asServer, operation: 'edit', rows: edits }, tx)
    return [...refusals, ...refusalsOf(outcomes, nodes)]
  }, 'permissions')
}
