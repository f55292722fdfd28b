import {
  chunksOf,
  isRuleProblem,
  limitOf,
  noRow,
  type Engine,
  type LimitingRule,
  type Reader,
  type RowLimits,
} from '../../../engine/server/index.ts'
import { roleCodes } from '../../../schemas/identity/role-codes.ts'
import { nameBefore } from '../identity/new-student.ts'
import type { HeldRoles, StoredNode } from './stored-node.ts'
import { neverLimited, ruledEntity } from './ruled-entity.ts'

/** The rules whose tests rows must pass for people with the same roles, by entity. */
export type RowTests = ReadonlyMap<string, readonly LimitingRule[]>

/** Reads them for these roles. */
export type ReadRowTests = (held: HeldRoles, nodes: readonly StoredNode[]) => Promise<RowTests>

const rules = (db: Reader) =>
  db
    .selectFrom('sys_permission_data_rule as p')
    .select(['p.id', 'p.permission_id as node', 'p.rule_column as column', 'p.rule_conditions as condition', 'p.rule_value as value'])
    .where('p.status', '=', 1)

/** The rules that roles (aliased `r`) have ticked where they were granted their menu. */
const ofRoles = (db: Reader) =>
  rules(db)
    .innerJoin('sys_role_data_rule as l', 'l.rule_id', 'p.id')
    .innerJoin('sys_role as r', 'r.id', 'l.role_id')
    .innerJoin('sys_role_permission as g', (join) => join.onRef('g.role_id', '=', 'r.id').onRef('g.permission_id', '=', 'p.permission_id'))

/** The same of department roles, as far as their department has ticked them too. */
const ofDepartRoles = (db: Reader) =>
  rules(db)
    .innerJoin('sys_depart_role_data_rule as l', 'l.rule_id', 'p.id')
    .innerJoin('sys_depart_role as r', 'r.id', 'l.role_id')
    .innerJoin('sys_depart_data_rule as d', (join) => join.onRef('d.depart_id', '=', 'r.depart_id').onRef('d.rule_id', '=', 'p.id'))
    .innerJoin('sys_depart_role_permission as g', (join) =>
      join.onRef('g.role_id', '=', 'r.id').onRef('g.permission_id', '=', 'p.permission_id'),
    )

async function tickedRules(db: Reader, { role, departRoles }: HeldRoles) {
  const own = await ofRoles(db).where('r.role_code', '=', role).execute()
  if (!departRoles.length) return own
  const added = await ofDepartRoles(db).where('r.id', 'in', departRoles).execute()
  return [...new Map([...own, ...added].map((rule) => [rule.id, rule])).values()]
}

/** Ids of the rules that limit whoever holds one of these roles and department roles, by its id. */
export async function rulesByRole(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const byRole = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]))
  for (const some of chunksOf(ids)) {
    const own = await ofRoles(db).select('r.id as role').where('r.id', 'in', some).execute()
    const added = await ofDepartRoles(db).select('r.id as role').where('r.id', 'in', some).execute()
    for (const { role, id } of [...own, ...added]) byRole.get(role)?.add(id)
  }
  return byRole
}

/** The values of the rules that limit whoever holds one of these roles and department roles. */
export async function ruleValuesOf(db: Reader, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return []
  const own = await ofRoles(db).where('r.id', 'in', ids).execute()
  const added = await ofDepartRoles(db).where('r.id', 'in', ids).execute()
  return [...own, ...added].map(({ value }) => value)
}

/** The rules in force that a role, a department or a department role has ticked, granted their menus or not. */
export function ticksAt(db: Reader, { entity, id }: { readonly entity: 'role' | 'department' | 'departRole'; readonly id: string }) {
  if (entity === 'department')
    return rules(db).innerJoin('sys_depart_data_rule as l', 'l.rule_id', 'p.id').where('l.depart_id', '=', id).execute()
  if (entity === 'role') return rules(db).innerJoin('sys_role_data_rule as l', 'l.rule_id', 'p.id').where('l.role_id', '=', id).execute()
  return rules(db).innerJoin('sys_depart_role_data_rule as l', 'l.rule_id', 'p.id').where('l.role_id', '=', id).execute()
}

/** Ids of the menus that have rules, or that have rules which a department ticked. */
export async function ruledNodes(db: Reader, departId?: string): Promise<ReadonlySet<string>> {
  const all = rules(db)
  const rows = await (
    departId === undefined ? all : all.innerJoin('sys_depart_data_rule as d', 'd.rule_id', 'p.id').where('d.depart_id', '=', departId)
  ).execute()
  return new Set(rows.map(({ node }) => node))
}

/** A rule that cannot be read any more, because a field was renamed, lets no row pass: an administrator notices it, and nobody gains by it. */
export function rowTestsOf(engine: Engine): ReadRowTests {
  return async (held, nodes) => {
    const ticked = await tickedRules(engine.db.read, held)
    const byId = new Map(nodes.map((node) => [node.id, node]))
    const tests = new Map<string, LimitingRule[]>()
    for (const { id: rule, node: id, column, condition, value } of ticked) {
      const node = byId.get(id)
      const model = node && engine.models.get(ruledEntity(node, nodes) ?? '')
      if (!model || (held.role === roleCodes.administrator && neverLimited.has(model.name))) continue
      const read = engine.readRowRule(model, { column: column ?? '', condition, value })
      tests.set(model.name, [...(tests.get(model.name) ?? []), { id: rule, test: isRuleProblem(read) ? noRow : read }])
    }
    return tests
  }
}

interface RuledPerson {
  readonly username: string
  readonly realname: string
  readonly orgCode: string
  /** Codes of all their departments, in order. */
  readonly orgCodes: readonly string[]
}

/** The name by which rules know a person: none while it is the user name, which people who register choose themselves. */
const givenName = ({ username, realname }: RuledPerson): string => (realname === nameBefore(username) ? '' : realname)

/** The limits that these tests set for one person. */
export function limitsFor(tests: RowTests, person: RuledPerson): RowLimits {
  const values = {
    sys_user_code: person.username,
    sys_user_name: givenName(person),
    sys_org_code: person.orgCode,
    sys_multi_org_code: person.orgCodes.filter(Boolean).join(),
    bpm_status: '1',
    tenant_id: '0',
  }
  return new Map([...tests].map(([entity, all]) => [entity, limitOf(all, values)]))
}
