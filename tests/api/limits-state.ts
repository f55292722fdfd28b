import { roleIds } from '../../src/server/role-ids.ts'
import type { WorldRow } from './world.ts'

type State = Readonly<Record<string, readonly WorldRow[]>>

/** A data rule as it limits somebody: what it says and, if it names departments, theirs. */
interface Limit {
  readonly text: string
  readonly departs: readonly string[]
}

/** What an account may do with the rows of one menu in one of its roles, and the rules that limit it there. */
interface View {
  readonly of: string
  readonly limits: readonly Limit[]
}

const rowsOf = (state: State, table: string): readonly WorldRow[] => state[table] ?? []
const valuesOf = (rows: readonly WorldRow[], by: string, id: unknown, value: string): unknown[] =>
  rows.flatMap((row) => (row[by] === id ? [row[value]] : []))

/** A role or department role: the menus whose rows it has to do with, and the rules that are ticked there. */
interface Held {
  readonly menus: ReadonlySet<string>
  readonly rules: readonly WorldRow[]
}

const menuOf = (perms: unknown): string[] =>
  String(perms ?? '')
    .split(',')
    .flatMap((code) => (code === '' ? [] : [code.slice(0, code.lastIndexOf(':'))]))

function heldBy(state: State, role: unknown, kind: 'role' | 'depart_role'): Held {
  const nodes = new Set(valuesOf(rowsOf(state, `sys_${kind}_permission`), 'role_id', role, 'permission_id'))
  const depart = rowsOf(state, 'sys_depart_role').find(({ id }) => id === role)?.['depart_id']
  const ofDepart = new Set(valuesOf(rowsOf(state, 'sys_depart_data_rule'), 'depart_id', depart, 'rule_id'))
  const ticked = new Set(valuesOf(rowsOf(state, `sys_${kind}_data_rule`), 'role_id', role, 'rule_id'))
  const isInForce = (rule: WorldRow): boolean =>
    ticked.has(rule.id) && rule['status'] === 1 && nodes.has(rule['permission_id']) && (kind === 'role' || ofDepart.has(rule.id))
  const used = rowsOf(state, 'sys_permission').filter((node) => nodes.has(node.id) && node['status'] === '1' && node['del_flag'] === 0)
  return {
    menus: new Set(used.flatMap((node) => menuOf(node['perms']))),
    rules: rowsOf(state, 'sys_permission_data_rule').filter(isInForce),
  }
}

/** What each account sees of the menus that have rules, role by role; the student's own rights show nobody else's rows. */
export function views(state: State): (userId: string) => readonly View[] {
  const nodes = new Map(rowsOf(state, 'sys_permission').map((row) => [row.id, row]))
  const ofRule = (rule: WorldRow) => menuOf(nodes.get(String(rule['permission_id']))?.['perms'])[0] ?? ''
  const ruled = new Set(rowsOf(state, 'sys_permission_data_rule').map(ofRule))
  return (userId) => {
    const departs = valuesOf(rowsOf(state, 'sys_user_depart'), 'user_id', userId, 'dep_id').map(String)
    const roles = valuesOf(rowsOf(state, 'sys_user_role'), 'user_id', userId, 'role_id').filter((role) => role !== roleIds.student)
    const added = valuesOf(rowsOf(state, 'sys_depart_role_user'), 'user_id', userId, 'drole_id')
    const held = [...roles.map((role) => heldBy(state, role, 'role')), ...added.map((role) => heldBy(state, role, 'depart_role'))]
    const limitOf = (rule: WorldRow): Limit => {
      const text = JSON.stringify(rule)
      return { text, departs: /org_?code/i.test(String(rule['rule_value'])) ? departs : [] }
    }
    return held.flatMap(({ menus, rules }) =>
      [...ruled].flatMap((of) => (menus.has(of) ? [{ of, limits: rules.filter((rule) => ofRule(rule) === of).map(limitOf) }] : [])),
    )
  }
}

const isAsNarrow = (view: View, than: View): boolean =>
  view.of === than.of &&
  than.limits.every(({ text, departs }) =>
    view.limits.some((limit) => limit.text === text && limit.departs.every((depart) => departs.includes(depart))),
  )

/** The menus of which these views show more than all of those do, as far as those show them at all. */
export function wider(some: readonly View[], than: readonly View[]): string[] {
  const known = some.filter(({ of }) => than.some((view) => view.of === of))
  return [...new Set(known.filter((view) => !than.some((one) => isAsNarrow(view, one))).map(({ of }) => of))]
}

/** Roles whose rules have become more, with what they hold. */
export function newlyLimited(before: State, after: State): string[] {
  const ids = rowsOf(after, 'sys_role').map(({ id }) => id)
  const texts = (state: State, role: string) => heldBy(state, role, 'role').rules.map(({ id }) => id)
  return ids.filter((id) => texts(after, id).some((rule) => !texts(before, id).includes(rule)))
}
