import { columnKinds, defineTable } from '../../../engine/server/index.ts'

const { requiredText } = columnKinds

/** What a role may do: the nodes selected for it. */
const rolePermission = defineTable({
  name: 'sys_role_permission',
  columns: [requiredText('role_id'), requiredText('permission_id')],
  primaryKey: ['role_id', 'permission_id'],
  indexes: [{ name: 'ix_sys_role_permission_node', columns: ['permission_id'] }],
})

/** What a department was granted: the most that its own roles grant. */
const departPermission = defineTable({
  name: 'sys_depart_permission',
  columns: [requiredText('depart_id'), requiredText('permission_id')],
  primaryKey: ['depart_id', 'permission_id'],
  indexes: [{ name: 'ix_sys_depart_permission_node', columns: ['permission_id'] }],
})

/** What a department role may do: the nodes selected for it. */
const departRolePermission = defineTable({
  name: 'sys_depart_role_permission',
  columns: [requiredText('role_id'), requiredText('permission_id')],
  primaryKey: ['role_id', 'permission_id'],
  indexes: [{ name: 'ix_sys_depart_role_permission_node', columns: ['permission_id'] }],
})

/** Which rules of the menus that it was granted limit a role, a department, a department role. */
const roleRule = defineTable({
  name: 'sys_role_data_rule',
  columns: [requiredText('role_id'), requiredText('rule_id')],
  primaryKey: ['role_id', 'rule_id'],
  indexes: [{ name: 'ix_sys_role_data_rule_rule', columns: ['rule_id'] }],
})

const departRule = defineTable({
  name: 'sys_depart_data_rule',
  columns: [requiredText('depart_id'), requiredText('rule_id')],
  primaryKey: ['depart_id', 'rule_id'],
  indexes: [{ name: 'ix_sys_depart_data_rule_rule', columns: ['rule_id'] }],
})

const departRoleRule = defineTable({
  name: 'sys_depart_role_data_rule',
  columns: [requiredText('role_id'), requiredText('rule_id')],
  primaryKey: ['role_id', 'rule_id'],
  indexes: [{ name: 'ix_sys_depart_role_data_rule_rule', columns: ['rule_id'] }],
})

/** What roles, departments and department roles were granted, and the rules that limit it. */
export const grantTables = [rolePermission, departPermission, departRolePermission, roleRule, departRule, departRoleRule] as const
