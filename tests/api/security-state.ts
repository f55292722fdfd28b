import { roleIds } from '../../src/server/role-ids.ts'
import type { TestApp } from '../support/build-app.ts'
import { newlyLimited, views, wider } from './limits-state.ts'
import { stored, type WorldRow } from './world.ts'

/** The columns on which it depends who may do what; of a table without a list, all. */
const deciding: Readonly<Record<string, readonly string[] | undefined>> = {
  sys_user: ['username', 'password', 'status', 'del_flag', 'user_identity', 'depart_ids', 'phone', 'email', 'create_by'],
  sys_user_role: undefined,
  sys_user_depart: undefined,
  sys_role: ['role_code'],
  sys_role_permission: undefined,
  sys_permission: ['perms', 'status', 'parent_id', 'menu_type', 'component', 'del_flag'],
  sys_depart: ['parent_id', 'org_code'],
  sys_depart_permission: undefined,
  sys_depart_role: ['depart_id', 'role_code'],
  sys_depart_role_user: undefined,
  sys_depart_role_permission: undefined,
  sys_permission_data_rule: ['permission_id', 'rule_column', 'rule_conditions', 'rule_value', 'status'],
  sys_role_data_rule: undefined,
  sys_depart_data_rule: undefined,
  sys_depart_role_data_rule: undefined,
  sys_two_step: ['user_id', 'secret'],
  sys_recovery_code: undefined,
  sys_passkey: ['user_id', 'public_key'],
  sys_third_account: ['user_id', 'third_user_uuid'],
}

export type SecurityState = Readonly<Record<string, readonly WorldRow[]>>

/** Everything on which it depends who may do what. */
export async function securityState(app: TestApp): Promise<SecurityState> {
  const state: Record<string, readonly WorldRow[]> = {}
  for (const [table, columns] of Object.entries(deciding)) {
    const rows = await stored(app, table)
    state[table] = columns ? rows.map((row): WorldRow => ({ ...pick(row, columns), id: row.id })) : rows
  }
  return state
}

const pick = (row: WorldRow, columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, row[column]]))
const rowsOf = (state: SecurityState, table: string): readonly WorldRow[] => state[table] ?? []

/** The changed rows of two states, each as a line. */
export function securityChanges(before: SecurityState, after: SecurityState): string[] {
  return Object.keys(after).flatMap((table) => {
    const [old, now] = [before, after].map((state) => new Set(rowsOf(state, table).map((row) => JSON.stringify(row))))
    const changed = [...(now ?? [])].filter((row) => !old?.has(row)).map((row) => `${table} has ${row}`)
    return [...changed, ...[...(old ?? [])].filter((row) => !now?.has(row)).map((row) => `${table} lost ${row}`)]
  })
}

/** Ids of the nodes that each account may use, by its roles and department roles; the student's own rights raise nobody. */
function rights(state: SecurityState): (userId: string) => ReadonlySet<string> {
  const grants = new Map<unknown, unknown[]>()
  for (const table of ['sys_role_permission', 'sys_depart_role_permission'])
    for (const row of rowsOf(state, table)) grants.set(row['role_id'], [...(grants.get(row['role_id']) ?? []), row['permission_id']])
  const nodes = new Map(rowsOf(state, 'sys_permission').map((row) => [row.id, row]))
  const roles = [
    ...rowsOf(state, 'sys_user_role').map((row) => [row['user_id'], row['role_id']]),
    ...rowsOf(state, 'sys_depart_role_user').map((row) => [row['user_id'], row['drole_id']]),
  ]
  const isUsed = (node: unknown): boolean => {
    const row = nodes.get(String(node))
    return row?.['perms'] !== null && row?.['perms'] !== '' && row?.['status'] === '1' && row['del_flag'] === 0
  }
  return (userId) => {
    const held = roles.filter(([user, role]) => user === userId && role !== roleIds.student).flatMap(([, role]) => grants.get(role) ?? [])
    return new Set(held.filter(isUsed).map(String))
  }
}

/** Ids of the nodes that a role holds. */
const nodesOf = (state: SecurityState, role: string): string[] =>
  rowsOf(state, 'sys_role_permission').flatMap((row) => (row['role_id'] === role ? [String(row['permission_id'])] : []))

/** What belongs to one account and no other: its row, its proofs and links. */
function accountOf(state: SecurityState, userId: string): string {
  const tables = [
    'sys_user',
    'sys_user_role',
    'sys_depart_role_user',
    'sys_two_step',
    'sys_recovery_code',
    'sys_passkey',
    'sys_third_account',
  ]
  return JSON.stringify(
    tables.map((table) => rowsOf(state, table).filter((row) => (table === 'sys_user' ? row.id : row['user_id']) === userId)),
  )
}

/** Ids of the departments that each account manages: those in its charge and all below them. */
function charge(state: SecurityState): (userId: string) => ReadonlySet<string> {
  const departs = rowsOf(state, 'sys_depart')
  const accounts = new Map(rowsOf(state, 'sys_user').map((row) => [row.id, row]))
  return (userId) => {
    const row = accounts.get(userId)
    const own = row?.['user_identity'] === 2 ? String(row['depart_ids'] ?? '').split(',') : []
    const tops = departs.filter(({ id }) => own.includes(id)).map((depart) => String(depart['org_code']))
    return new Set(departs.filter((depart) => tops.some((top) => String(depart['org_code']).startsWith(top))).map(({ id }) => id))
  }
}

const isWithin = (some: Iterable<string>, all: ReadonlySet<string>): boolean => [...some].every((one) => all.has(one))

function ofActor(before: SecurityState, after: SecurityState, actor: string): string[] {
  const faults: string[] = []
  const [mine] = rowsOf(before, 'sys_user').filter(({ id }) => id === actor)
  const [now] = rowsOf(after, 'sys_user').filter(({ id }) => id === actor)
  if (!isWithin(rights(after)(actor), rights(before)(actor))) faults.push('gave themselves rights')
  for (const column of ['username', 'create_by']) if (mine?.[column] !== now?.[column]) faults.push(`changed their own ${column}`)
  if (!isWithin(charge(after)(actor), charge(before)(actor))) faults.push('put themselves in charge')
  const freed = wider(views(after)(actor), views(before)(actor))
  if (freed.length) faults.push(`took a data rule of ${freed.join()} from themselves`)
  return faults
}

/** Where an actor raised themselves, or anybody above themselves, or reached an account above their own. */
export function raised(before: SecurityState, after: SecurityState, actor: string): string[] {
  const [had, has] = [rights(before), rights(after)]
  const held = had(actor)
  const [managed, manages] = [charge(before), charge(after)]
  const [saw, sees] = [views(before), views(after)]
  const faults = ofActor(before, after, actor)
  const ids = new Set([...rowsOf(before, 'sys_user'), ...rowsOf(after, 'sys_user')].map(({ id }) => id))
  const codes = (state: SecurityState) => JSON.stringify(rowsOf(state, 'sys_role').filter(({ id }) => id.startsWith('1000000000000000')))
  if (codes(before) !== codes(after)) faults.push('changed a role that is built in')
  const above = newlyLimited(before, after).filter((role) => !isWithin(nodesOf(before, role), held))
  if (above.length) faults.push(`limited ${above.join()}, which is above them`)
  for (const id of ids) {
    if (id === actor) continue
    const was = had(id)
    const may = new Set([...was, ...held])
    if (!isWithin(has(id), may)) faults.push(`raised ${id} above themselves`)
    if (!isWithin(manages(id), new Set([...managed(id), ...managed(actor)]))) faults.push(`put ${id} in charge of what they do not manage`)
    if (wider(sees(id), [...saw(id), ...saw(actor)]).length) faults.push(`gave ${id} rows that their data rules hide`)
    const isFreer = wider(saw(id), saw(actor)).length > 0
    if (isFreer && accountOf(before, id) !== accountOf(after, id)) faults.push(`changed ${id}, whom their data rules do not limit`)
    if (isWithin(was, held)) continue
    if (accountOf(before, id) !== accountOf(after, id)) faults.push(`changed ${id}, who is above them`)
    else if (!isWithin(was, has(id))) faults.push(`took rights from ${id}, who is above them`)
  }
  return faults
}
