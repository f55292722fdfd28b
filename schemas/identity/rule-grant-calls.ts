import type { CallSpec } from '../../engine/schema/index.ts'
import { chosenDepartment, chosenRole } from './chosen-params.ts'

const menu = { type: 'text', label: '菜单', required: '请选择菜单!' } as const
const ticked = { type: 'longText', label: '数据规则' } as const
const saved = { success: '保存成功!', does: 'call' } as const

/** The rules of a menu as a role, a department or a department role has ticked them: whoever grants menus ticks their rules. */
export const ruleGrantCalls = {
  roleRules: {
    title: '角色的数据规则',
    verbs: ['GET'],
    path: '/sys/role/datarule/{permissionId}/{roleId}',
    permission: 'identity:role:view',
    params: { permissionId: menu, roleId: chosenRole },
    does: 'call',
  },
  saveRoleRules: {
    title: '保存角色的数据规则',
    verbs: ['POST'],
    path: '/sys/role/datarule',
    permission: 'identity:role:saveRolePermission',
    params: { permissionId: menu, roleId: chosenRole, dataRuleIds: ticked },
    ...saved,
  },
  departRules: {
    title: '部门的数据规则',
    verbs: ['GET'],
    path: '/sys/sysDepartPermission/datarule/{functionId}/{departId}',
    permission: 'identity:department:view',
    params: { functionId: menu, departId: chosenDepartment },
    does: 'call',
  },
  saveDepartRules: {
    title: '保存部门的数据规则',
    verbs: ['POST'],
    path: '/sys/sysDepartPermission/datarule',
    permission: 'identity:department:saveDepartPermission',
    params: { permissionId: menu, departId: chosenDepartment, dataRuleIds: ticked },
    ...saved,
  },
  departRoleRules: {
    title: '部门角色的数据规则',
    verbs: ['GET'],
    path: '/sys/sysDepartRole/datarule/{functionId}/{departId}/{roleId}',
    permission: 'identity:departRole:view',
    params: { functionId: menu, departId: chosenDepartment, roleId: chosenRole },
    does: 'call',
  },
  saveDepartRoleRules: {
    title: '保存部门角色的数据规则',
    verbs: ['POST'],
    path: '/sys/sysDepartRole/datarule',
    permission: 'identity:departRole:saveDeptRolePermission',
    params: { permissionId: menu, roleId: chosenRole, dataRuleIds: ticked },
    ...saved,
  },
  saveDepartRoleRulesAt: {
    title: '保存部门角色的数据规则',
    verbs: ['POST'],
    path: '/sys/sysDepartRole/datarule/{functionId}/{departId}/{roleId}',
    permission: 'identity:departRole:saveDeptRolePermission',
    params: { functionId: menu, departId: chosenDepartment, roleId: chosenRole, dataRuleIds: ticked },
    ...saved,
  },
} as const satisfies Readonly<Record<string, CallSpec>>
