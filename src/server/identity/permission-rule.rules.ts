import {
  chunksOf,
  defineRules,
  isRuleProblem,
  type CallContext,
  type CallParams,
  type Change,
  type RuleContext,
} from '../../../engine/server/index.ts'
import { permissionRule } from '../../../schemas/identity/permission-rule.ts'
import { readNodes } from '../access/access.ts'
import { tellRights } from '../access/grants.ts'
import { isAdministrator } from '../access/is-administrator.ts'
import { ruledEntity } from '../access/ruled-entity.ts'
import { ruleGrants } from './rule-grants.ts'

const parts = { column: 'ruleColumn', condition: 'ruleConditions', value: 'ruleValue' } as const

/**
 * A rule is saved only if it can be read, for a menu whose rows it can limit: one that limits nothing would be trusted in vain. A new one
 * asks for no value that its writer may not read.
 */
async function readable({ engine, tx, actor }: RuleContext, changes: readonly Change<'permissionRule'>[]): Promise<void> {
  const nodes = await readNodes(tx)
  for (const change of changes) {
    const { before, after } = change
    if (!after) continue
    const node = nodes.find(({ id }) => id === after.permissionId)
    const model = node && engine.models.get(ruledEntity(node, nodes) ?? '')
    if (!model) {
      change.refuse(node ? '该菜单不是数据列表，不能设置数据规则！' : '未找到菜单信息', 'permissionId')
      continue
    }
    const { ruleColumn, ruleConditions, ruleValue } = after
    const rule = { column: ruleColumn ?? '', condition: ruleConditions, value: ruleValue }
    const read = engine.readRowRule(model, rule, before ? undefined : actor)
    if (isRuleProblem(read)) change.refuse(read.message, parts[read.part])
  }
}

/** The rules of a menu whose name or value contains the words. */
async function queryPermissionRule({ engine, actor, params }: CallContext<CallParams<'permissionRule', 'queryPermissionRule'>>) {
  const { permissionId, ruleName, ruleValue } = params
  const within = (words: string | null) => (words ? `*${words}*` : undefined)
  const query = { permissionId, ruleName: within(ruleName), ruleValue: within(ruleValue), pageSize: '1000' }
  return { result: (await engine.list({ entity: 'permissionRule', query, actor })).records }
}

/** What a rule says takes effect at once, for everybody to whom it is granted. */
async function takeEffect({ engine, tx, operation }: RuleContext, changes: readonly Change<'permissionRule'>[]): Promise<void> {
  if (operation === 'add') return
  tellRights(engine, tx, {})
  if (operation !== 'delete') return
  for (const chunk of chunksOf(changes.map(({ id }) => id))) {
    await tx.deleteFrom('sys_role_data_rule').where('rule_id', 'in', chunk).execute()
    await tx.deleteFrom('sys_depart_data_rule').where('rule_id', 'in', chunk).execute()
    await tx.deleteFrom('sys_depart_role_data_rule').where('rule_id', 'in', chunk).execute()
  }
}

const deciding = ['permissionId', 'ruleColumn', 'ruleConditions', 'ruleValue', 'status'] as const
const onlyAdministrators = '只有管理员可以修改或删除数据规则！'

/** A rule takes rows away, so changing or deleting one may give them: whoever is no administrator can only add some and name them. */
function guardChange({ actor, operation }: RuleContext, changes: readonly Change<'permissionRule'>[]): void {
  if (operation === 'add' || isAdministrator(actor)) return
  for (const change of changes) {
    const { before, after } = change
    if (deciding.some((key) => String(before?.[key] ?? '') !== String(after?.[key] ?? ''))) change.refuse(onlyAdministrators)
  }
}

export const permissionRuleRules = defineRules(permissionRule, {
  beforeSave: async (context, changes) => {
    guardChange(context, changes)
    await readable(context, changes)
  },
  beforeDelete: guardChange,
  afterWrite: takeEffect,
  calls: { queryPermissionRule, ...ruleGrants },
})
